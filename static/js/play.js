// Questions of play without a reload: unfolded parts stay unfolded, names are entered one after the other, and “Resolve”
// leads to the answer.
"use strict";

let focused = ""; // the id of the focused field before an update
let removed = ""; // the entry that a button removes: the next one takes its place, and stays folded

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const pressed = detail.requestConfig?.triggeringEvent?.submitter;
  removed = pressed?.name === "remove" ? pressed.value : "";
});

// A browser sends nothing for letters in a field for a number. The server says at the field which numbers there are.
document.addEventListener("htmx:configRequest", ({ detail, target }) => {
  for (const field of target.querySelectorAll("input[type=number]")) {
    if (field.validity.badInput) detail.parameters[field.name] = "?";
  }
});

document.addEventListener("muster:incoming", ({ detail: incoming }) => {
  focused = document.activeElement?.id ?? "";
  for (const panel of document.querySelectorAll("#play details[data-keep-open][open]")) {
    if (removed && panel.id.startsWith(`entry-${removed}`)) continue;
    const again = incoming.querySelector(`[id="${panel.id}"]`);
    if (again) again.open = true;
  }
});

// A name that was entered in the last field of a list is in a folded line now: the next name has the focus.
function focusNext() {
  const [, list, place] = focused.match(/^(id_.*_)(\d+)$/) ?? [];
  if (list && document.activeElement === document.body) document.getElementById(`${list}${Number(place) + 1}`)?.focus();
}

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  focusNext();
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
