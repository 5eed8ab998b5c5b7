// Adds rows without a request. Without this script, the button requests another row from the server.
"use strict";

function addRow(button) {
  const rows = button.closest(".muster-rows");
  const prefix = rows.dataset.rows;
  const total = rows.querySelector(`[name="${prefix}-TOTAL_FORMS"]`);
  const number = Number(total.value);
  if (number >= Number(button.dataset.max)) {
    button.disabled = true;
    return;
  }
  const row = rows.querySelector(":scope > template").content.cloneNode(true);
  for (const element of row.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes(`${prefix}-__prefix__`)) {
        element.setAttribute(name, value.replaceAll(`${prefix}-__prefix__`, `${prefix}-${number}`));
      }
    }
  }
  total.value = String(number + 1);
  const list = rows.querySelector(":scope > .muster-rowlist");
  list.append(row);
  list.lastElementChild.querySelector("input:not([type=hidden]), select, textarea").focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".muster-add");
  if (button) {
    event.preventDefault();
    addRow(button);
  }
});

// A link from the list of faults may lead to a folded source.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".muster-error a[href^='#']");
  const target = link && document.getElementById(link.hash.slice(1));
  if (target) {
    event.preventDefault();
    target.closest("details")?.setAttribute("open", "");
    target.scrollIntoView({ block: "center" });
    (target.matches("input, select, textarea") ? target : target.querySelector("input, select, textarea"))?.focus();
  }
});
