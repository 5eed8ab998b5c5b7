// The meaning of a symbol, shown next to it: for a pointer that rests on it, for a finger that taps it or, on a button,
// rests there, and for the keyboard focus, with all symbols of the row. The texts are those of the legend,
// which is fetched once a page when first needed; without a script the legend is a page.
"use strict";

(() => {
  const REST_MS = 250, PRESS_MS = 500;
  const MARK = "svg.mark", CONTROL = "a, button, summary, label";
  const ROW = "li, tr, dd, .pick__head, p";
  let legend = null; // a promise of { name: { word, sentence } }
  let bubble = null, about = null, timer = 0, byPress = false;
  let silenced = null; // the element whose title is removed, so that the browser does not show it next to the bubble

  const nameOf = (mark) => mark.querySelector("use")?.getAttribute("href").split("#")[1] ?? "";

  function readLegend() {
    legend ??= fetch(document.body.dataset.legend).then((response) => response.text()).then((text) => {
      const page = new DOMParser().parseFromString(text, "text/html");
      const lines = [...page.querySelectorAll(".legend > [data-mark]")];
      return Object.fromEntries(lines.map((line) => [line.dataset.mark, { word: line.querySelector("b").textContent, sentence: line.querySelector("span").textContent }]));
    }).catch(() => { legend = null; return {}; });
    return legend;
  }

  // The text for one symbol, or for a control that contains only one.
  const saidOf = (element) => element.closest("[title]");
  const ownWords = (control) => control.querySelector(MARK) && !visibleText(control) ? control.textContent.trim() : "";
  function visibleText(element) {
    const copy = element.cloneNode(true);
    for (const one of copy.querySelectorAll(".vh")) one.remove();
    return copy.textContent.trim();
  }

  async function tell(target, whole) {
    const titled = saidOf(target);
    if (titled) return { at: titled, words: titled.title };
    const control = target.closest(CONTROL);
    const mark = target.closest(MARK);
    const known = mark && (await readLegend())[nameOf(mark)];
    if (known) return { at: mark, words: whole ? `${known.word}. ${known.sentence}` : known.word };
    return control && ownWords(control) ? { at: control, words: ownWords(control) } : null;
  }

  // The texts of all symbols in the row of the focused element, without those on other controls, which have their own.
  async function tellRow(control) {
    const alone = saidOf(control) || ownWords(control) ? await tell(control, false) : null;
    if (alone) return alone;
    const row = control.closest(ROW);
    if (!row || !control.matches("a")) return null;
    const marks = [...row.querySelectorAll(MARK)].filter((mark) => mark.closest(ROW) === row || mark.closest("li") === row);
    const words = await readLegend();
    const lines = marks.filter((mark) => !mark.closest(CONTROL) || control.contains(mark)).map((mark) => saidOf(mark)?.title || words[nameOf(mark)]?.word);
    const told = [...new Set(lines.filter(Boolean))];
    return told.length ? { at: control, words: told.join(" · "), beside: true } : null;
  }

  function show(told, from) {
    if (!told || about !== from) return;
    if (!bubble) {
      bubble = Object.assign(document.createElement("div"), { className: "tip", id: "tip", popover: "manual" });
      bubble.setAttribute("role", "tooltip");
      document.querySelector("main").append(bubble);
      bubble.addEventListener("pointerenter", () => clearTimeout(timer));
      bubble.addEventListener("pointerleave", hide);
    }
    bubble.textContent = told.words;
    if (told.at.title) {
      silenced = { element: told.at, title: told.at.title };
      told.at.title = "";
    }
    bubble.showPopover();
    const box = told.at.getBoundingClientRect(), own = bubble.getBoundingClientRect();
    const room = document.documentElement.clientWidth - own.width - 8;
    const beside = told.beside && box.right + 8 <= room;
    const below = box.bottom + own.height + 8 < window.innerHeight ? box.bottom + 6 : box.top - own.height - 6;
    bubble.style.left = `${beside ? box.right + 8 : Math.max(8, Math.min(box.left + box.width / 2 - own.width / 2, room))}px`;
    bubble.style.top = `${beside ? box.top + box.height / 2 - own.height / 2 : Math.max(8, below)}px`;
  }

  function hide() {
    clearTimeout(timer);
    about = null;
    if (bubble?.matches(":popover-open")) bubble.hidePopover();
    if (silenced && !silenced.element.title) silenced.element.title = silenced.title;
    silenced = null;
  }

  const begin = (target, how, ms = 0) => {
    hide();
    about = target;
    timer = setTimeout(async () => show(await how(target, true), target), ms);
  };
  const hinted = (event) => event.target.closest?.(`${MARK}, [title]`) ?? event.target.closest?.(CONTROL);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || bubble?.contains(event.target)) return;
    const target = hinted(event);
    if (target === about) return;
    if (target) begin(target, tell, REST_MS);
    else if (about) timer = setTimeout(hide, REST_MS); // time to reach the text
  });
  document.addEventListener("pointerdown", (event) => {
    byPress = false;
    hide();
    if (event.pointerType === "mouse" || !event.target.closest(CONTROL)) return;
    const target = hinted(event);
    if (!target) return;
    about = target;
    timer = setTimeout(async () => {
      const told = await tell(target, true);
      byPress = Boolean(told) && about === target;
      show(told, target);
    }, PRESS_MS);
  });
  for (const type of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(type, (event) => {
      if (event.pointerType !== "mouse" && !byPress && (type !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4)) clearTimeout(timer);
    });
  }
  document.addEventListener("click", (event) => {
    if (byPress) { // a long press asks for the meaning and does not press the button
      event.preventDefault();
      event.stopImmediatePropagation();
      byPress = false;
      return;
    }
    const mark = event.target.closest?.(`${MARK}, [title]`);
    if (mark && !mark.closest(CONTROL)) begin(mark, tell);
  }, true);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(":focus-visible") && event.target.matches(CONTROL)) begin(event.target, tellRow);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && bubble?.matches(":popover-open")) hide(); }, true);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
})();
