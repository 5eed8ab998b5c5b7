// The sheet of a set: the arrows move among its cells, what is written is kept as soon as a cell is left, and what does
// not get through is tried again. Without a script it is a form with one button.
"use strict";

(() => {
  const form = document.getElementById("sheet");
  if (!form) return;
  const PAUSE_MS = 250, MIN_RETRY_MS = 2000, MAX_RETRY_MS = 30000;
  const storageKey = `muster:${window.location.pathname}`;
  const phone = window.matchMedia("(max-width: 48rem)");
  const status = document.getElementById("sheet-status");
  const hint = document.getElementById("sheet-hint");
  const cells = [...form.querySelectorAll("input[name^='c.']")];
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const rows = [...form.querySelectorAll("tbody tr")];
  const kept = new Map(cells.map((cell) => [cell.name, cell.defaultValue])); // what the server has, as far as it is known here
  const sent = new Map(); // what was sent last, so that nothing is sent twice
  let undone = []; // what cells said before, to go back to
  let waiting = new Set(); // names of cells that are to be sent
  let timer = 0, retry = MIN_RETRY_MS, busy = false;

  form.classList.add("sheet--live");
  hint.hidden = false;
  for (const other of form.querySelectorAll(".sheet__known > summary, tbody th a")) other.tabIndex = -1; // the arrows lead there

  // -- keeping what is written ---------------------------------------------------------------------------------------
  function say(name, bad = false) {
    status.textContent = form.dataset[name] ?? name;
    status.classList.toggle("sheet__status--bad", bad);
  }

  function commit(cell, remember = true) {
    const before = sent.get(cell.name) ?? kept.get(cell.name);
    if (cell.value.trim() === before) return;
    if (remember) undone.push({ name: cell.name, value: before });
    sent.set(cell.name, cell.value.trim());
    waiting.add(cell.name);
    cell.classList.add("sheet__unsaved");
    store();
    window.clearTimeout(timer);
    timer = window.setTimeout(send, PAUSE_MS);
  }

  function store() {
    try {
      const texts = Object.fromEntries([...waiting].map((name) => [name, sent.get(name)]));
      if (waiting.size) window.sessionStorage.setItem(storageKey, JSON.stringify(texts));
      else window.sessionStorage.removeItem(storageKey);
    } catch { /* a browser that keeps nothing */ }
  }

  function bodyOf(names) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    for (const name of names) body.set(name, sent.get(name));
    return body;
  }

  async function send() {
    window.clearTimeout(timer);
    if (busy || !waiting.size) return;
    const names = [...waiting];
    const texts = new Map(names.map((name) => [name, sent.get(name)]));
    busy = true;
    say("saving");
    let response = null;
    try {
      response = await fetch(form.action, { method: "POST", body: bodyOf(names), headers: { Accept: "application/json" }, keepalive: true });
    } catch { /* there is no connection */ }
    busy = false;
    if (response?.ok && response.headers.get("Content-Type")?.startsWith("application/json")) {
      retry = MIN_RETRY_MS;
      settle(await response.json(), texts);
      if (waiting.size) send();
      return;
    }
    if (response && ![429, 500, 502, 503, 504].includes(response.status)) return say("expired", true);
    say(response?.status === 429 ? "waiting" : "offline", true);
    timer = window.setTimeout(send, retry);
    retry = Math.min(2 * retry, MAX_RETRY_MS);
  }

  // What the server says of each cell; one that was written anew meanwhile waits for its own answer.
  function settle(told, texts) {
    for (const [name, text] of texts) {
      const cell = byName.get(name), answer = told.cells[name];
      if (sent.get(name) !== text || !cell || !answer) continue;
      waiting.delete(name);
      const wrong = answer.error || told.error;
      showError(cell, answer.error);
      cell.classList.remove("sheet__unsaved");
      cell.classList.toggle("sheet__kept", !wrong && answer.text !== "");
      if (wrong) continue;
      kept.set(name, answer.text);
      sent.delete(name);
      if (cell.value.trim() === text) cell.value = answer.text;
    }
    store();
    showMissing(told.missing);
    const wrong = cells.some((cell) => cell.getAttribute("aria-invalid") === "true");
    if (told.error) say(told.error, true);
    else say(wrong ? "wrong" : "saved", wrong);
  }

  function showError(cell, message) {
    const id = `error-${cell.name}`;
    const described = (cell.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
    document.getElementById(id)?.remove();
    cell.closest("td").classList.toggle("sheet__bad", Boolean(message));
    if (message) {
      const line = Object.assign(document.createElement("span"), { id, className: "sheet__error", textContent: message });
      cell.after(line);
      cell.setAttribute("aria-invalid", "true");
      described.unshift(id);
    } else cell.removeAttribute("aria-invalid");
    cell.setAttribute("aria-describedby", described.join(" "));
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
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") return undo(event, place);
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

  function undo(event, place) {
    event.preventDefault();
    const before = sent.get(place.name) ?? kept.get(place.name);
    if (place.matches("input") && place.value.trim() !== before) {
      place.value = before;
      return;
    }
    const last = undone.pop();
    if (!last) return;
    const cell = byName.get(last.name);
    cell.value = last.value;
    commit(cell, false);
    go(cell);
  }

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
  window.addEventListener("online", () => send());
  window.addEventListener("pagehide", () => {
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

  // What did not get through before the page was loaded again is here, and is sent now.
  try {
    for (const [name, text] of Object.entries(JSON.parse(window.sessionStorage.getItem(storageKey) ?? "{}"))) {
      const cell = byName.get(name);
      if (!cell || cell.value === text) continue;
      cell.value = text;
      commit(cell, false);
    }
  } catch { /* nothing of ours */ }
})();
