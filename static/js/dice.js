// Dice whose faces are counted by tapping. Each button sends the faces after its tap. Until the last face of all dice of
// a group is counted, the taps are drawn here instead, so that they can follow one another quickly.
"use strict";

(() => {
  const facesOf = (value) => value.split(".").slice(1);
  const isComplete = (die, value) => facesOf(value).length >= Number(die.dataset.sides);
  const keptBy = (die) => die.querySelector("input[name=count]");

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".die button");
    const die = button?.closest(".die");
    if (!die || !keptBy(die)) return;
    const dice = [...die.closest("[data-dice]").querySelectorAll(".die")].filter(keptBy);
    if (dice.every((one) => isComplete(one, one === die ? button.value : keptBy(one).value))) return;
    event.preventDefault();
    keptBy(die).value = button.value;
    keptBy(die).disabled = false;
    draw(die, button.value);
  });

  function draw(die, value) {
    const [name, ...seen] = value.split(".");
    const taps = [...die.querySelectorAll("[data-face]")];
    const possible = taps.map((tap) => tap.dataset.face);
    const after = (face) => possible[(possible.indexOf(face) + 1) % possible.length];
    for (const tap of taps) {
      tap.value = [value, tap.dataset.face].join(".");
      tap.disabled = isComplete(die, value);
    }
    die.querySelectorAll(".die__face").forEach((box, place) => {
      const face = seen[place];
      const changed = seen.map((one, at) => (at === place ? after(one) : one));
      box.className = face ? `die__face faces__die--${face}` : "die__face die__face--open";
      box.querySelector(".die__word").textContent = face ? taps[possible.indexOf(face)].dataset.word : "?";
      box.value = face ? [name, ...changed].join(".") : [value, possible[0]].join(".");
    });
    const count = die.querySelector(".die__count");
    count.textContent = count.textContent.replace(/\d+/, seen.length);
  }
})();
