// Asks before a page with typed text is left without saving it. `data-unsaved` marks a form that was sent and not saved.
const typed = new Set();
for (const form of document.querySelectorAll('form.muster-form[method="post"]')) {
  if ("unsaved" in form.dataset) typed.add(form);
  form.addEventListener("input", () => typed.add(form));
  form.addEventListener("submit", () => typed.clear());
}
window.addEventListener("beforeunload", (event) => {
  if (typed.size) event.preventDefault();
});
