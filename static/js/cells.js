// Cells of a form that are saved as one goes: a cell is sent when it loses the focus, undelivered changes are sent again,
// and kept by the browser until then. Sheets and shelves use it.
"use strict";

// `status` shows the words in the data attributes of the form. `before()` is called before cells are sent, and its
// result goes to `settled(told, before)` with the answer. `changed(cell, former)` is told of each change.
window.savedCells = (form, { status, before = () => null, settled = () => {}, changed = () => {} }) => {
  const PAUSE_MS = 250, MIN_RETRY_MS = 2000, MAX_RETRY_MS = 30000;
  const storageKey = `muster:${window.location.pathname}`;
  const kept = new Map(); // the last known values of the server, by name
  const sent = new Map(); // the last sent values, so that nothing is sent twice
  const wrongTexts = new Set(); // refused values, by name and text
  const waiting = new Set(); // names of cells to send
  let timer = 0, retry = MIN_RETRY_MS, busy = null;

  const cells = () => [...form.elements].filter((one) => one.name?.startsWith("c."));
  const cellOf = (name) => cells().find((one) => one.name === name);
  const isTold = (response) => response?.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const shownOf = (cell) => cell.defaultValue ?? [...cell.options].find((one) => one.defaultSelected)?.value ?? "";
  const textOf = (cell) => sent.get(cell.name) ?? kept.get(cell.name) ?? "";

  function say(name, bad = false) {
    status.textContent = form.dataset[name] ?? name;
    status.classList.toggle("sheet__status--bad", bad);
  }

  function register(found) {
    for (const cell of found) if (!waiting.has(cell.name)) kept.set(cell.name, shownOf(cell));
  }

  function commit(cell, remember = true) {
    const former = textOf(cell), text = cell.value.trim();
    if (text === former) return;
    if (remember) changed(cell, former);
    sent.set(cell.name, text);
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

  async function post(fields) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    for (const [name, text] of fields) body.set(name, text);
    try {
      return await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true });
    } catch {
      return null; // no connection
    }
  }

  function send() {
    window.clearTimeout(timer);
    if (!busy && waiting.size) busy = sendWaiting().finally(() => {
      busy = null;
      if (waiting.size && retry === MIN_RETRY_MS) send();
    });
    return busy;
  }

  async function sendWaiting() {
    const texts = new Map([...waiting].map((name) => [name, sent.get(name)]));
    const earlier = before();
    say("saving");
    const response = await post(texts);
    if (response?.ok && isTold(response)) {
      retry = MIN_RETRY_MS;
      return settle(await response.json(), texts, earlier);
    }
    const pause = retry;
    retry = Math.min(2 * retry, MAX_RETRY_MS);
    if (response && ![429, 500, 502, 503, 504].includes(response.status)) return say("expired", true);
    say(response?.status === 429 ? "waiting" : "offline", true);
    timer = window.setTimeout(send, pause);
  }

  // Apply the response to each cell, except cells that were edited again in the meantime.
  function settle(told, texts, earlier) {
    for (const [name, text] of texts) {
      const cell = cellOf(name), answer = told.cells[name];
      if (answer?.error || told.error) wrongTexts.add(`${name} ${text}`);
      if (sent.get(name) !== text || !answer) continue;
      waiting.delete(name);
      const wrong = answer.error || told.error;
      if (cell) {
        showError(cell, answer.error);
        cell.classList.remove("sheet__unsaved");
        cell.classList.toggle("sheet__kept", !wrong && answer.text !== "");
      }
      if (wrong) continue;
      kept.set(name, answer.text);
      sent.delete(name);
      if (cell?.value.trim() === text) cell.value = answer.text;
    }
    store();
    settled(told, earlier);
    if (told.error) say(told.error, true);
    else sayWrong();
  }

  // For a cell without the focus the fault is announced.
  function sayWrong() {
    const wrong = cells().filter((cell) => cell.getAttribute("aria-invalid") === "true");
    if (wrong.length !== 1) return say(wrong.length ? "wrong" : "saved", wrong.length > 0);
    say(`${wrong[0].getAttribute("aria-label")}: ${document.getElementById(`error-${wrong[0].name}`)?.textContent ?? ""}`, true);
  }

  function showError(cell, message) {
    const id = `error-${cell.name}`;
    const described = (cell.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one && one !== id);
    document.getElementById(id)?.remove();
    cell.closest("td, .shelf__field")?.classList.toggle("sheet__bad", Boolean(message));
    if (message) {
      const line = Object.assign(document.createElement("span"), { id, className: "sheet__error", textContent: message });
      cell.after(line);
      cell.setAttribute("aria-invalid", "true");
      described.unshift(id);
    } else cell.removeAttribute("aria-invalid");
    cell.setAttribute("aria-describedby", described.join(" "));
  }

  // Send everything now.
  async function flush() {
    for (const cell of cells()) commit(cell);
    for (let tries = 0; waiting.size && tries < 3; tries += 1) await send();
  }

  // Send undelivered changes from before the reload.
  function restore() {
    try {
      for (const [name, text] of Object.entries(JSON.parse(window.sessionStorage.getItem(storageKey) ?? "{}"))) {
        const cell = cellOf(name);
        if (!cell || cell.value === text) continue;
        cell.value = text;
        commit(cell, false);
      }
    } catch { /* nothing of ours */ }
  }

  register(cells());
  window.addEventListener("online", () => send());
  window.addEventListener("pagehide", () => {
    for (const cell of cells()) commit(cell);
    send();
  });
  return { commit, flush, isTold, kept, post, register, restore, say, send, sent, showError, textOf, waiting, wrongTexts };
};
