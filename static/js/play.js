// Questions of play without a reload: unfolded parts stay unfolded in the new page, and “Resolve” leads to the answer.
"use strict";

document.addEventListener("muster:incoming", ({ detail: incoming }) => {
  for (const panel of document.querySelectorAll("#play details[data-keep-open][open]")) {
    const again = incoming.querySelector(`[id="${panel.id}"]`);
    if (again) again.open = true;
  }
});

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const pressed = detail.requestConfig?.triggeringEvent?.submitter;
  const answer = document.getElementById("answer");
  // A tap on the last face of a roll leaves only the button that takes it away.
  if (pressed?.name === "roll" && !pressed.isConnected) {
    document.querySelector(`[id="faces-${pressed.value.split(".")[0]}"] button`)?.focus({ preventScroll: true });
  }
  if (!pressed || pressed.name || !answer) return;
  const { top } = answer.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) answer.scrollIntoView();
});
