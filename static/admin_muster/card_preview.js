// The card is drawn anew as it is written. Without this file “Check and preview” does it, and all works the same.
// Nothing is kept, nothing is announced, and where the keyboard is it stays.
"use strict";

const PAUSE = 350; // milliseconds without a key after which it is drawn

const form = document.querySelector(".muster-sheet > form");
const face = document.querySelector(".muster-face");
const touched = new Set();
let waiting;
let asked;

async function draw() {
  asked?.abort();
  asked = new AbortController();
  const said = new FormData(form);
  said.append("_draw", "1");
  const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(said), signal: asked.signal });
  // Whoever is logged out in the meantime learns it when they save; what they wrote stays.
  if (!answer.ok || answer.redirected) {
    return;
  }
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const card = drawn.querySelector("[data-face] > svg");
  if (card) {
    face.replaceChildren(card);
  }
  tell([...drawn.querySelectorAll("[data-at]")]);
}

// What is wrong is said below the fields that were written in, and read out with them when the keyboard comes back.
function tell(faults) {
  for (const old of form.querySelectorAll(".muster-preview-error")) {
    const field = document.getElementById(old.dataset.of);
    const others = (field?.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== old.id);
    field?.[others.length ? "setAttribute" : "removeAttribute"]("aria-describedby", others.join(" "));
    old.remove();
  }
  for (const fault of faults) {
    const field = document.getElementById(fault.dataset.at);
    const room = field?.closest(".muster-input");
    if (!room || !touched.has(field) || room.querySelector(".errorlist")) {
      continue;
    }
    const said = document.createElement("p");
    said.className = "muster-preview-error";
    said.id = `${field.id}_quiet`;
    said.dataset.of = field.id;
    said.textContent = fault.textContent;
    room.append(said);
    const others = field.getAttribute("aria-describedby");
    field.setAttribute("aria-describedby", others ? `${others} ${said.id}` : said.id);
  }
}

if (form && face) {
  form.addEventListener("input", (event) => {
    touched.add(event.target);
    clearTimeout(waiting);
    waiting = setTimeout(() => draw().catch(() => {}), PAUSE); // the next key asks again
  });
  form.addEventListener("submit", () => {
    clearTimeout(waiting);
    asked?.abort();
  });
}
