// Redraws the card while its form is edited. Without this script, use “Check and preview”.
// Nothing is saved or announced, and the focus does not move.
"use strict";

const PAUSE = 350; // milliseconds without a key after which it is drawn

const form = document.querySelector(".muster-sheet > form");
const face = document.querySelector(".muster-face");
const touched = new Set();
let timer;
let controller;

async function draw() {
  controller?.abort();
  controller = new AbortController();
  const body = new FormData(form);
  body.append("_draw", "1");
  const response = await fetch(location.href, { method: "POST", body: new URLSearchParams(body), signal: controller.signal });
  // A user who was logged out in the meantime notices it when saving; the input stays.
  if (!response.ok || response.redirected) {
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const card = page.querySelector("[data-face] > svg");
  if (card) {
    face.replaceChildren(card);
  }
  showErrors([...page.querySelectorAll("[data-field]")]);
}

// Faults are shown below the edited fields, and announced with them when the focus returns.
function showErrors(errors) {
  for (const shown of form.querySelectorAll(".muster-preview-error")) {
    const field = document.getElementById(shown.dataset.field);
    const others = (field?.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== shown.id);
    field?.[others.length ? "setAttribute" : "removeAttribute"]("aria-describedby", others.join(" "));
    shown.remove();
  }
  for (const error of errors) {
    const field = document.getElementById(error.dataset.field);
    const container = field?.closest(".muster-input");
    if (!container || !touched.has(field) || container.querySelector(".errorlist")) {
      continue;
    }
    const message = document.createElement("p");
    message.className = "muster-preview-error";
    message.id = `${field.id}_preview_error`;
    message.dataset.field = field.id;
    message.textContent = error.textContent;
    container.append(message);
    const others = field.getAttribute("aria-describedby");
    field.setAttribute("aria-describedby", others ? `${others} ${message.id}` : message.id);
  }
}

if (form && face) {
  form.addEventListener("input", (event) => {
    touched.add(event.target);
    clearTimeout(timer);
    timer = setTimeout(() => draw().catch(() => {}), PAUSE); // the next key asks again
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    controller?.abort();
  });
}
