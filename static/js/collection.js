// A collection that is counted with buttons: what is pressed while an answer is under way is done in its turn.
(() => {
  "use strict";
  const PLACES = ["collection", "owned"]; // the parts of pages that are laid out anew
  const MOST_WAITING = 30;
  let underWay = false;
  let waiting = [];

  const here = (element) => PLACES.some((id) => document.getElementById(id)?.contains(element));

  // htmx gets to know a button a moment after it was laid out: one that is pressed at once is named here.
  document.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });
  document.addEventListener("htmx:confirm", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (!underWay || !button?.id || !here(button)) return;
    event.preventDefault();
    if (waiting.length < MOST_WAITING) waiting.push(button.id);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (here(event.detail.elt) && event.detail.requestConfig.verb === "post") underWay = true;
  });
  // Refusals are answered with the page and the reason: they are to be seen like any other answer.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (PLACES.includes(event.detail.target?.id) && [400, 409].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      waiting = [];
    }
  });
  // Where nothing is waited for between a swap and its settling, the answer is settled before its request has ended.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    underWay = false;
    if (!event.detail.successful && ![400, 409].includes(event.detail.xhr.status)) waiting = [];
    next();
  });
  document.addEventListener("htmx:afterSettle", next);

  function next() {
    const button = underWay ? null : document.getElementById(waiting.shift() ?? "");
    if (button && !button.disabled) button.click();
  }
})();
