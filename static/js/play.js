// A question of play without a reload: what a person has unfolded stays unfolded in the page that comes.
"use strict";

document.addEventListener("muster:incoming", ({ detail: incoming }) => {
  for (const panel of document.querySelectorAll("#play details[data-keep-open][open]")) {
    const again = incoming.querySelector(`[id="${panel.id}"]`);
    if (again) again.open = true;
  }
});
