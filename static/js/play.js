// Questions of play without a reload: unfolded parts stay unfolded in the new page.
"use strict";

document.addEventListener("muster:incoming", ({ detail: incoming }) => {
  for (const panel of document.querySelectorAll("#play details[data-keep-open][open]")) {
    const again = incoming.querySelector(`[id="${panel.id}"]`);
    if (again) again.open = true;
  }
});
