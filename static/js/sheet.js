// The sheet of a set: arrow keys move between cells, a cell is saved when it loses the focus, and undelivered
// changes are sent again. Changes can be undone and redone one by one, also those from before the page was loaded,
// which the server has. Without a script it is a form with a button to save and one each for undo and redo.
"use strict";

(() => {
  const form = document.getElementById("sheet");
  if (!form) return;
  const phone = window.matchMedia("(max-width: 48rem)");
  const status = document.getElementById("sheet-status");
  const hint = document.getElementById("sheet-hint");
  const cells = [...form.querySelectorAll("input[name^='c.']")];
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const rows = [...form.querySelectorAll("tbody tr")];
  const steps = document.getElementById("steps");
  // The changes on this page: the cells' values before and after, and whether the server has made it a step (`made`,
  // null until then). The server's earlier steps follow after them.
  let past = [], future = [];
  let stepping = Promise.resolve();
  const { commit, flush, isTold, kept, post, restore: sendEarlier, say, send, sent, showError, textOf, waiting, wrongTexts } =
    window.savedCells(form, {
      status,
      before: () => ({ version: steps.dataset.version, going: past.filter((step) => step.made === null) }),
      changed: (cell, former) => {
        past.push({ before: new Map([[cell.name, former]]), after: new Map([[cell.name, cell.value.trim()]]), made: null });
        future = [];
      },
      settled: (told, { version, going }) => {
        showLeft(told);
        joinSteps(going, told.version !== Number(version));
      },
    });

  form.classList.add("sheet--live");
  hint.hidden = false;
  for (const other of form.querySelectorAll(".sheet__known > summary, tbody th a")) other.tabIndex = -1; // reached with the arrow keys

  // Values sent together are one step of the server, without the refused ones.
  function joinSteps(going, changed) {
    const isWrong = (step) => [...step.after].some(([name, text]) => wrongTexts.has(`${name} ${text}`));
    const together = going.filter((step) => past.includes(step) && !isWrong(step));
    for (const step of going) step.made = isWrong(step) ? false : step.made;
    if (!together.length) return;
    const last = together.at(-1);
    const joined = {
      before: new Map([...together].reverse().flatMap((step) => [...step.before])),
      after: new Map(together.flatMap((step) => [...step.after])),
      made: true,
    };
    past = past.flatMap((step) => (step === last && changed ? [joined] : together.includes(step) ? [] : [step]));
  }

  function showMissing(number) {
    const place = document.getElementById("sheet-missing");
    const words = number === 0 ? place.dataset.none : number === 1 ? place.dataset.one : place.dataset.many;
    place.textContent = words.replace("#", number);
  }

  // -- moving --------------------------------------------------------------------------------------------------------
  const placesOf = (row) => [...row.children].map((cell) => cell.querySelector("input, summary, a"));
  const columnOf = (place) => [...place.closest("tr").children].indexOf(place.closest("td, th"));

  function go(place) {
    if (!place) return false;
    const row = place.closest("tr");
    if (row.hidden) show(rows.indexOf(row));
    place.focus();
    if (place.select) place.select();
    return true;
  }

  function vertically(from, step) {
    const column = columnOf(from);
    for (let at = rows.indexOf(from.closest("tr")) + step; rows[at]; at += step) {
      const place = placesOf(rows[at])[column];
      if (place?.matches("input")) return go(place);
    }
    return false;
  }

  function horizontally(from, step) {
    const all = rows.flatMap(placesOf).filter(Boolean);
    return go(all[all.indexOf(from) + step]);
  }

  function onward(from) {
    return phone.matches ? go(cells[cells.indexOf(from) + 1]) : vertically(from, 1);
  }

  form.addEventListener("keydown", (event) => {
    const place = event.target.closest("input[name^='c.'], .sheet__known > summary, tbody th a");
    if (!place) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === "z") return onStepKey(event, place, event.shiftKey ? "redo" : "undo");
      if (key === "y") return onStepKey(event, place, "redo");
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const text = place.matches("input") ? place.value : "";
    const atStart = !text || place.selectionEnd === 0 || (place.selectionStart === 0 && place.selectionEnd === text.length);
    const atEnd = !text || place.selectionStart === text.length || (place.selectionStart === 0 && place.selectionEnd === text.length);
    const moved = { ArrowUp: () => vertically(place, -1), ArrowDown: () => vertically(place, 1) }[event.key]?.()
      ?? (event.key === "ArrowLeft" && atStart ? horizontally(place, -1) : undefined)
      ?? (event.key === "ArrowRight" && atEnd ? horizontally(place, 1) : undefined);
    if (event.key === "Enter" && place.matches("input")) {
      event.preventDefault();
      if (!onward(place)) commit(place);
    } else if (moved !== undefined) event.preventDefault();
  });

  // -- undo and redo -------------------------------------------------------------------------------------------------
  function onStepKey(event, place, way) {
    event.preventDefault();
    const before = place.name ? textOf(place) : "";
    if (way === "undo" && place.matches("input") && place.value.trim() !== before) place.value = before;
    else stepAfterOthers(way);
  }

  function stepAfterOthers(way) {
    stepping = stepping.then(() => step(way)).catch(() => say("undone", true));
    return stepping;
  }

  async function step(way) {
    await flush();
    const [from, to] = way === "undo" ? [past, future] : [future, past];
    const last = from.at(-1);
    if (last && !last.made) {
      to.push(from.pop());
      restore(last, way, () => true);
    } else if (document.getElementById(way).closest("p").hidden) return;
    else if (await stepOnServer(way)) {
      if (!last) return;
      to.push(from.pop());
      restore(last, way, (name, text) => wrongTexts.has(`${name} ${text}`));
    } else [past, future] = [[], []];
  }

  function restore(one, way, isMeant) {
    const texts = [...(way === "undo" ? one.before : one.after)];
    for (const [name, text] of texts) {
      if (!isMeant(name, text)) continue;
      byName.get(name).value = text;
      commit(byName.get(name), false);
    }
    if (form.contains(document.activeElement)) go(byName.get(texts[0][0]));
  }

  async function stepOnServer(way) {
    const response = await post([["do", `${way}/${steps.dataset.version}`]]);
    if (!isTold(response) || ![200, 409].includes(response.status)) {
      say("undone", true);
      return false;
    }
    const told = await response.json();
    let first = null;
    for (const [name, answer] of Object.entries(told.cells)) {
      const cell = byName.get(name);
      if (!cell || waiting.has(name) || kept.get(name) === answer.text) continue;
      first ??= cell;
      cell.value = answer.text;
      kept.set(name, answer.text);
      sent.delete(name);
      showError(cell, "");
    }
    showLeft(told);
    say(told.error || told.what, Boolean(told.error));
    if (form.contains(document.activeElement)) go(first);
    return !told.error;
  }

  // Update the number of missing facts, and the buttons for undo and redo.
  function showLeft(told) {
    showMissing(told.missing);
    steps.dataset.version = told.version;
    const focused = document.activeElement;
    for (const way of ["undo", "redo"]) {
      const button = document.getElementById(way);
      button.value = `${way}/${told.version}`;
      button.closest("p").hidden = !told[way];
      document.getElementById(`${way}-words`).textContent = told[way];
    }
    steps.hidden = !told.undo && !told.redo;
    if (steps.contains(focused) && focused.closest("[hidden]")) (steps.querySelector("p:not([hidden]) button") ?? cells[0])?.focus();
  }

  steps.addEventListener("submit", (event) => {
    event.preventDefault();
    stepAfterOthers(event.submitter?.id === "redo" ? "redo" : "undo");
  });

  form.addEventListener("focusin", ({ target }) => {
    if (!byName.has(target.name)) return;
    target.select();
    const ids = (target.getAttribute("aria-describedby") ?? "").split(" ");
    const help = ids.map((id) => document.getElementById(id)).find((one) => one?.matches("dd"));
    hint.textContent = help ? `${document.getElementById(`${help.id}-title`).textContent}: ${help.textContent}` : "";
  });
  form.addEventListener("focusout", ({ target }) => byName.has(target.name) && commit(target));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const cell of cells) commit(cell);
    send();
  });

  // -- on a phone: one card at a time --------------------------------------------------------------------------------
  const turn = document.getElementById("sheet-turn");
  let shown = Math.max(0, rows.findIndex((row) => [...row.querySelectorAll("input")].some((cell) => !cell.value)));

  function show(index) {
    shown = Math.min(rows.length - 1, Math.max(0, index));
    const single = phone.matches;
    form.classList.toggle("sheet--cards", single);
    turn.hidden = !single;
    rows.forEach((row, at) => { row.hidden = single && at !== shown; });
    for (const table of form.querySelectorAll(".sheet__table")) table.hidden = single && !table.contains(rows[shown]);
    document.getElementById("sheet-place").textContent = `${shown + 1} / ${rows.length}`;
  }

  turn.addEventListener("click", (event) => {
    const step = Number(event.target.closest("[data-turn]")?.dataset.turn ?? 0);
    if (!step) return;
    show(shown + step);
    rows[shown].querySelector("input:placeholder-shown, input")?.focus();
  });
  phone.addEventListener("change", () => show(shown));
  show(shown);

  sendEarlier();
})();
