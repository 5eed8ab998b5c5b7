// Reads the legion in this page's own address, after its "#", and has it looked at. The server is never sent it by the
// browser itself, and not by this either when there is nothing there.
"use strict";

(() => {
  function look() {
    const code = window.location.hash.slice(1);
    const form = document.getElementById("link-form");
    if (!code || !form || document.getElementById(code)) return;
    form.elements.code.value = code;
    form.requestSubmit();
  }

  // A link that cannot be read is answered with the reason, which is to be seen like any other response.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "in-link" || event.detail.xhr.status !== 400) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });
  // A place in the list is gone to without changing the address, which is the legion.
  document.addEventListener("click", (event) => {
    const place = event.target.closest("#in-link a[href^='#']");
    if (!place) return;
    event.preventDefault();
    document.getElementById(place.hash.slice(1))?.scrollIntoView({ block: "center" });
  });
  window.addEventListener("hashchange", look);
  document.addEventListener("DOMContentLoaded", look);
})();
