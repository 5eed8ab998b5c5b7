// Reads the legion in the address of this page, after the "#", and sends it to the server. The browser itself never
// sends that part, and without a legion nothing is sent.
"use strict";

(() => {
  function look() {
    const code = window.location.hash.slice(1);
    const form = document.getElementById("link-form");
    if (!code || !form || document.getElementById(code)) return;
    form.elements.code.value = code;
    form.requestSubmit();
  }

  // An unreadable link gets a response with the reason, which is swapped in like any other.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "in-link" || event.detail.xhr.status !== 400) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });
  // Links to places in the list do not change the address, since it contains the legion.
  document.addEventListener("click", (event) => {
    const place = event.target.closest("#in-link a[href^='#']");
    if (!place) return;
    event.preventDefault();
    document.getElementById(place.hash.slice(1))?.scrollIntoView({ block: "center" });
  });
  window.addEventListener("hashchange", look);
  document.addEventListener("DOMContentLoaded", look);
})();
