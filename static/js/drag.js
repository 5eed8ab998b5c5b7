// Dragging as an extra: an upgrade from one creature to another, a candidate onto the table. What is dropped
// is sent by a button of the builder's own form, as if it had been pressed; everything can be done without.
"use strict";

(() => {
  let dragged = null; // { card, from, upgrade, name } of an upgrade on the table, { card, name } of a candidate

  // Draggable is only what a script can drop somewhere.
  function prepare(table) {
    for (const element of table.querySelectorAll(".slot[id^=pick-]:not([draggable]), .candidate:not([draggable])")) element.draggable = true;
  }

  const placeOf = (element) => element?.closest("#builder .pick[id^=pick-]");
  const numberOf = (pick) => Number(pick.id.slice("pick-".length));

  function dropTarget(target) {
    const pick = placeOf(target);
    if (!dragged) return null;
    if (dragged.carried) return pick && numberOf(pick) !== dragged.from ? pick : null;
    return target.closest("#builder .builder__table");
  }

  document.addEventListener("dragstart", (event) => {
    const slot = event.target.closest?.(".slot[id^=pick-]");
    const candidate = event.target.closest?.("#candidate-list .candidate");
    const place = slot?.id.match(/^pick-(\d+)-upgrade-(\d+)$/);
    if (place) {
      dragged = { from: Number(place[1]), upgrade: Number(place[2]), carried: true, name: slot.querySelector(".slot__name").textContent.trim() };
    } else if (candidate) dragged = { button: candidate.querySelector(":scope > .button") };
    else return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", (slot ?? candidate).textContent.trim().slice(0, 80));
  });
  document.addEventListener("dragover", (event) => {
    const over = dropTarget(event.target);
    for (const pick of document.querySelectorAll(".pick--over")) pick.classList.toggle("pick--over", pick === over);
    if (!over) return;
    event.preventDefault();
    (placeOf(event.target) ?? over).classList.add("pick--over");
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    for (const pick of document.querySelectorAll(".pick--over")) pick.classList.remove("pick--over");
  });
  document.addEventListener("drop", (event) => {
    const over = dropTarget(event.target);
    if (!over) return;
    event.preventDefault();
    const pick = placeOf(event.target);
    const equips = dragged.button?.value.match(/^equip\/\d+\/(.+)$/);
    if (dragged.carried) press(`move/${dragged.from}/${dragged.upgrade}/${numberOf(pick)}`, dragged.name);
    else if (equips && pick) press(`equip/${numberOf(pick)}/${equips[1]}`, dragged.button.textContent);
    else dragged.button?.click();
  });

  function press(value, words) {
    const button = Object.assign(document.createElement("button"), { type: "submit", name: "do", value, hidden: true, textContent: words });
    document.getElementById("act").append(button);
    button.click();
  }

  const builder = () => document.getElementById("builder");
  document.addEventListener("DOMContentLoaded", () => prepare(builder()));
  document.addEventListener("muster:incoming", (event) => prepare(event.detail));
  document.addEventListener("htmx:afterSwap", () => prepare(builder()));
})();
