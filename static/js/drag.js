// Dragging by mouse and finger, as an extra: a card from the candidate list to the table or a creature, an
// upgrade from one creature to another, and cards off the table. A drop presses a button of the builder's own
// form; everything also works without dragging.
//
// The mouse uses the browser's dragging. A finger that rests on a card picks it up; a finger that moves at once
// scrolls.
"use strict";

(() => {
  const HOLD_MS = 350; // shorter than a long press on a button (tips.js)
  const SLACK = 8, EDGE = 72, STEP = 12; // pixels: tolerance for a resting finger, width of the scrolling edge, distance of a step
  let held = null; // the dragged card: { element, name, away }, with { adds } for a candidate, { from, upgrade } for an upgrade

  const byId = (id) => document.getElementById(id);
  const builder = () => byId("builder");
  const words = () => byId("drop-away").dataset;
  const placeOf = (element) => element?.closest("#builder .pick[id^=pick-]");
  const numberOf = (pick) => Number(pick.id.slice("pick-".length));
  const nameIn = (element) => element.querySelector("[lang=en], .slot__name, [id^=name-]").textContent.trim();
  const say = (text) => { byId("builder-status").textContent = text.replace("{card}", held?.name ?? ""); };

  // Only cards with a place to drop them are draggable. Links and pictures are draggable by default.
  const DRAGGABLE = ":is(.slot[id^=pick-], .candidate, .pick[id^=pick-] .pick__head, .deck__card):not([draggable])";
  function prepare(table) {
    for (const element of table.querySelectorAll(DRAGGABLE)) element.draggable = true;
  }

  function heldAt(target) {
    const slot = target.closest?.("#builder .slot[id^=pick-]");
    const place = slot?.id.match(/^pick-(\d+)-upgrade-(\d+)$/);
    if (place) return { element: slot, name: nameIn(slot), from: Number(place[1]), upgrade: Number(place[2]), away: slot.querySelector("[id^=take-]") };
    const candidate = target.closest?.("#candidate-list .candidate");
    if (candidate) return { element: candidate, name: nameIn(candidate), adds: candidate.querySelector(":scope > .button") };
    const card = target.closest?.("#builder .pick__face, #builder .pick__head, #builder .deck__card")?.closest(".pick, .deck__card");
    return card && { element: card, name: nameIn(card), away: card.querySelector("[id^=remove-]") ?? card.querySelector("[id^=fewer-]") };
  }

  function targetAt(element) {
    if (!held || !element) return null;
    if (held.away && element.closest("#drop-away")) return byId("drop-away");
    const pick = placeOf(element);
    if (held.adds) return pick ?? element.closest("#builder .builder__table");
    return held.upgrade !== undefined && pick && numberOf(pick) !== held.from ? pick : null;
  }

  const glow = (icon) => document.dispatchEvent(new CustomEvent("muster:held", { detail: icon })); // places, see table.js

  function begin(what) {
    held = what;
    glow(what.element.dataset.slot);
    builder().classList.add("builder--dragging");
    byId("drop-away").hidden = !held.away;
    say(held.adds ? words().adds : held.upgrade === undefined ? words().away : words().moves);
  }

  function over(element) {
    const target = targetAt(element);
    for (const one of document.querySelectorAll(".drop--over")) one.classList.toggle("drop--over", one === target);
    target?.classList.add("drop--over");
    return target;
  }

  function end() {
    held = null;
    glow("");
    builder().classList.remove("builder--dragging");
    byId("drop-away").hidden = true;
    over(null);
  }

  function drop(element) {
    const target = targetAt(element), { adds, away, from, upgrade, name } = held;
    if (!target) say(words().back);
    end();
    const pick = placeOf(target);
    const equips = adds?.value.match(/^equip\/\d+\/(.+)$/);
    if (target === byId("drop-away")) away.click();
    else if (target && upgrade !== undefined) press(`move/${from}/${upgrade}/${numberOf(pick)}`, name);
    else if (equips && pick) press(`equip/${numberOf(pick)}/${equips[1]}`, name);
    else if (target) adds.click();
  }

  function press(value, name) {
    const button = Object.assign(document.createElement("button"), { type: "submit", name: "do", value, hidden: true, textContent: name });
    byId("act").append(button);
    button.click();
  }

  // -- by mouse ----------------------------------------------------------------------------------------------------------
  document.addEventListener("dragstart", (event) => {
    if (touched) return event.preventDefault();
    const found = heldAt(event.target);
    if (!found) return;
    begin(found);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", found.name);
  });
  document.addEventListener("dragover", (event) => { if (over(event.target)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (!targetAt(event.target)) return;
    event.preventDefault();
    drop(event.target);
  });
  document.addEventListener("dragend", () => { if (held) end(); });

  // -- by finger ---------------------------------------------------------------------------------------------------------
  let touched = null; // { found, x, y, timer } while a finger is on a card, { shadow } once the card is picked up

  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || touched || !builder() || event.target.closest("button, input, select, textarea, summary")) return;
    const found = heldAt(event.target);
    if (found) touched = { found, x: event.clientX, y: event.clientY, timer: setTimeout(takeUp, HOLD_MS) };
  });

  function takeUp() {
    const shadow = Object.assign(document.createElement("div"), { className: "held", textContent: touched.found.name });
    const picture = touched.found.element.querySelector(".shield")?.cloneNode();
    if (picture) shadow.prepend(picture);
    document.body.append(shadow);
    touched.shadow = shadow;
    begin(touched.found);
    follow();
    navigator.vibrate?.(10);
  }

  function follow() {
    if (!touched?.shadow) return;
    touched.shadow.style.transform = `translate(${touched.x}px, ${touched.y}px) translate(-50%, -120%)`;
    const below = held.away ? byId("drop-away").getBoundingClientRect().top : window.innerHeight;
    if (touched.y < EDGE) window.scrollBy(0, -STEP);
    else if (touched.y > below - EDGE && touched.y < below) window.scrollBy(0, STEP);
    over(document.elementFromPoint(touched.x, touched.y));
    requestAnimationFrame(follow);
  }

  function letGo(dropped) {
    if (!touched) return;
    const { shadow, timer, x, y } = touched;
    clearTimeout(timer);
    touched = null;
    if (!shadow) return;
    shadow.remove();
    drop(dropped ? document.elementFromPoint(x, y) : null);
    document.addEventListener("click", swallow, true); // of the same finger
    setTimeout(() => document.removeEventListener("click", swallow, true));
  }
  function swallow(event) {
    if (!event.isTrusted) return; // the click of a button that the drop has pressed
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  document.addEventListener("pointermove", (event) => {
    if (!touched || event.pointerType === "mouse") return;
    if (!touched.shadow && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > SLACK) return letGo(false);
    if (touched.shadow) Object.assign(touched, { x: event.clientX, y: event.clientY });
  });
  document.addEventListener("touchmove", (event) => { if (touched?.shadow) event.preventDefault(); }, { passive: false });
  document.addEventListener("contextmenu", (event) => { if (touched) event.preventDefault(); });
  document.addEventListener("pointerup", () => letGo(true));
  document.addEventListener("pointercancel", () => letGo(false));

  document.addEventListener("DOMContentLoaded", () => prepare(builder()));
  document.addEventListener("muster:incoming", (event) => prepare(event.detail));
  document.addEventListener("htmx:afterSwap", () => prepare(builder()));
})();
