// Counting a collection with buttons. Presses during a request are queued.
(() => {
  "use strict";
  const SWAPPED_IDS = ["collection", "owned", "boxes-sum"]; // the swapped parts of the pages
  const MAX_QUEUED = 30;
  let inFlight = false;
  let queue = [];

  const isInside = (element) => SWAPPED_IDS.some((id) => document.getElementById(id)?.contains(element));

  // htmx registers a button a moment after it is inserted. This handles a press before that.
  document.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!inFlight || !button?.id || !isInside(button)) return;
    event.preventDefault();
    if (queue.length < MAX_QUEUED) queue.push(button.id);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isInside(event.detail.elt) && event.detail.requestConfig.verb === "post") inFlight = true;
  });
  // A refusal has the page and the reason, so it is swapped in like any other response.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (SWAPPED_IDS.includes(event.detail.target?.id) && [400, 409].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      queue = [];
    }
  });
  // Without a delay between swap and settling, a response is settled before its request ends.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    inFlight = false;
    if (!event.detail.successful && ![400, 409].includes(event.detail.xhr.status)) queue = [];
    runNext();
  });
  document.addEventListener("htmx:afterSettle", runNext);

  // The page of boxes: a press changes a number by one, and a changed number is saved.
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-step][hidden]")) button.hidden = false;
    document.getElementById("boxes-form")?.classList.add("boxes--saved-at-once");
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const field = button && document.getElementById(button.dataset.of);
    if (!field) return;
    field.value = Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.step));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || !event.target.matches(".stepper--plain .input")) return;
    event.preventDefault();
    document.querySelector(`[data-step="${step}"][data-of="${event.target.id}"]`).click();
  });

  function runNext() {
    const button = inFlight ? null : document.getElementById(queue.shift() ?? "");
    if (button && !button.disabled) button.click();
  }
})();
