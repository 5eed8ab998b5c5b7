// Extras for all pages. Everything works without this script, a little less smoothly.
"use strict";

// The theme changes at once; the server remembers it for the next page.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const chosen = event.submitter.value;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  for (const button of form.querySelectorAll("button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === chosen));
  }
  const body = new FormData(form);
  body.set("theme", chosen);
  fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
});

// An open menu closes when something else is touched, or with Escape.
const closeMenus = (but) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== but) menu.open = false;
  }
};
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest("details.menu[open]");
  closeMenus();
  menu?.querySelector("summary").focus();
});

// A slash leads to the search, except in a field, and in the builder, which has its own.
document.addEventListener("keydown", (event) => {
  const field = document.getElementById("site-q");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (!field?.offsetParent || document.getElementById("candidate-list-q")) return;
  event.preventDefault();
  field.select();
});

// htmx swaps in successful responses only. Errors are announced in a live region.
const messageElement = () => document.getElementById("script-message");
const announce = (words) => {
  if (messageElement()) messageElement().textContent = words;
};
const announceMessage = (name) => announce(messageElement()?.dataset[name] ?? "");

// Without a connection the message has a button that sends the request again, as its link or form would.
let undelivered = null;
document.addEventListener("htmx:sendError", (event) => {
  announceMessage("offline");
  undelivered = { element: event.detail.elt, event: event.detail.requestConfig.triggeringEvent };
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button button--small", id: "try-again" });
  button.textContent = messageElement()?.dataset.tryAgain ?? "";
  messageElement()?.append(" ", button);
});
function sendAgain({ element, event }) {
  if (!element.isConnected) window.location.reload();
  else if (element.matches("form")) element.requestSubmit(event?.submitter?.isConnected ? event.submitter : undefined);
  else if (!event || event.type === "click") element.click();
  else window.htmx.trigger(element, event.type);
}
document.addEventListener("click", (event) => event.target.closest("#try-again") && undelivered && sendAgain(undelivered));
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (status === 403) announceMessage("expired");
  else if (status === 429) announceMessage("throttled");
  else if (status >= 500) announceMessage("serverError");
  else announceMessage("failed");
});
document.addEventListener("htmx:beforeRequest", () => announce(""));

// Buttons that copy a field need a script and are hidden without one.
const showCopying = () => {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
};
document.addEventListener("DOMContentLoaded", showCopying);
document.addEventListener("htmx:afterSettle", showCopying);
document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (!copy) return;
  const field = document.getElementById(copy.dataset.copy);
  const status = document.getElementById("builder-status") ?? messageElement();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = `${field.labels[0]?.textContent ?? ""} ${messageElement().dataset.copied}.`.trim();
    copy.classList.add("copied");
    const done = messageElement().dataset.copied;
    copy.lastChild.textContent = done[0].toUpperCase() + done.slice(1);
  } catch {
    status.textContent = messageElement().dataset.selected;
  }
});

// Pages for paper have a button to print them, which needs a script.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
});
