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

// While a finger or a mouse button is down, the page does not move below it: a tap on what moves away would be lost. The
// answer is asked for again when it is up. An answer to a button is shown at once, since only that answer has its effect.
let pressing = false;
let late = null; // the form whose answer came while something was pressed

document.addEventListener("pointerdown", () => (pressing = true));
for (const up of ["pointerup", "pointercancel"]) document.addEventListener(up, () => setTimeout(released));

function released() {
  pressing = false;
  late?.dispatchEvent(new Event("change", { bubbles: true }));
  late = null;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!pressing || detail.requestConfig.triggeringEvent?.submitter) return;
  detail.shouldSwap = false;
  late = document.getElementById("situation");
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
