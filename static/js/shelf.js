// A shelf: cells are saved as one goes; on a wide page Enter goes to the next card, on a phone one card fills the screen.
// Without a script it is a form, and each card has an address.
"use strict";

(() => {
  const page = document.getElementById("shelf-page"), form = document.getElementById("shelf");
  if (!form) return;
  const phone = window.matchMedia("(max-width: 64rem)");
  const status = document.getElementById("shelf-status");
  const rows = [...form.querySelectorAll("tbody tr[id]")];
  const isCell = (one) => one.matches?.("input[name^='c.']") ?? false;
  const isChoice = (one) => one.matches?.("select[name^='c.']") ?? false;
  const rowOf = (slug) => rows.find((row) => row.dataset.slug === slug);
  let current = rows.find((row) => row.classList.contains("is-current"));
  let asked = current?.dataset.slug;

  const saver = window.savedCells(form, { status, settled: showProgress });
  page.classList.add("shelf--live");

  function showProgress(told) {
    if (told.all === undefined) return;
    const words = document.getElementById("shelf-done");
    words.textContent = words.dataset.words.replace("{done}", told.done).replace("{all}", told.all);
    document.getElementById("shelf-progress").value = told.done;
    for (const [slug, done] of Object.entries(told.rows)) rowOf(slug)?.classList.toggle("is-done", done);
    const offer = document.getElementById("shelf-offer");
    offer.textContent = told.offer === 1 ? offer.dataset.one : offer.dataset.many.replace("#", told.offer);
    offer.disabled = !told.offer;
    for (const [name, answer] of Object.entries(told.cells)) if (!answer.error) showAnswer(name, answer.text);
  }

  // -- choices as buttons --------------------------------------------------------------------------------------------
  function showSegments() {
    for (const group of document.querySelectorAll(".shelf__segments")) group.hidden = Boolean(group.closest("table")) && !phone.matches;
  }

  // A cell that was not sent may be told by one that was.
  function showAnswer(name, text) {
    const cell = document.getElementById(name);
    if (cell && cell !== document.activeElement && cell.value === saver.textOf(cell)) {
      cell.value = text;
      saver.kept.set(name, text);
    }
    showChosen(name, text);
  }

  function showChosen(name, text) {
    const chosen = text.split(",").map((word) => word.trim());
    const group = document.querySelector(`.shelf__segments[data-for="${CSS.escape(name)}"]`);
    for (const button of group?.children ?? []) button.setAttribute("aria-pressed", chosen.includes(button.dataset.text));
  }

  page.addEventListener("click", ({ target }) => {
    const button = target.closest(".shelf__segments > button");
    if (!button) return;
    const group = button.parentElement, cell = document.getElementById(group.dataset.for);
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const other of group.children) {
      const alone = !("several" in group.dataset) || button.dataset.text === "-" || other.dataset.text === "-";
      if (other === button || alone) other.setAttribute("aria-pressed", other === button && on);
    }
    const chosen = [...group.children].filter((one) => one.getAttribute("aria-pressed") === "true");
    cell.value = chosen.map((one) => one.dataset.text).join(", ");
    saver.commit(cell);
  });

  // -- moving --------------------------------------------------------------------------------------------------------
  const cellsOf = (row) => [...row.querySelectorAll("input[name^='c.']")];
  const firstOf = (row) => cellsOf(row).find((cell) => !cell.value && cell.offsetWidth > 1) ?? cellsOf(row).find((cell) => cell.offsetWidth > 1);

  function nextRow(from, step = 1) {
    const at = rows.indexOf(from);
    const order = step > 0 ? [...rows.slice(at + 1), ...rows.slice(0, at)] : rows.slice(0, at).reverse();
    return order.find((row) => !row.classList.contains("is-done")) ?? (step > 0 ? rows[at + 1] : rows[at - 1]);
  }

  function show(row, focus = true) {
    if (!row) return;
    if (row !== current) {
      current?.classList.remove("is-current");
      row.classList.add("is-current");
      current = row;
      form.elements.card.value = row.dataset.slug;
      document.getElementById("shelf-next").value = `next/${row.dataset.slug}`;
      const following = nextRow(row);
      document.getElementById("shelf-skip").href = `?card=${following?.dataset.slug ?? row.dataset.slug}`;
      window.history.replaceState(null, "", `?card=${row.dataset.slug}`);
      load(row.dataset.slug);
    }
    if (phone.matches) window.scrollTo(0, 0);
    if (focus) firstOf(row)?.focus({ preventScroll: phone.matches });
  }

  // The photo and the other facts of the current card.
  async function load(slug) {
    asked = slug;
    for (const cell of document.querySelectorAll(".shelf__now [name^='c.']")) saver.commit(cell);
    try {
      const response = await fetch(form.dataset.part + slug);
      if (!response.ok || asked !== slug) return;
      const found = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("now");
      const before = document.getElementById("now"), open = before.querySelector(".shelf__more")?.open ?? false;
      if (found.querySelector(".shelf__more")) found.querySelector(".shelf__more").open = open;
      before.replaceWith(found);
      saver.register(found.querySelectorAll("[name^='c.']"));
      showSegments();
    } catch { /* no connection: the fields of the row stay usable */ }
  }

  page.addEventListener("focusin", ({ target }) => {
    if (!isCell(target)) return;
    target.select();
    const row = target.closest("tr");
    if (row && row !== current) show(row, false);
  });
  page.addEventListener("focusout", ({ target }) => isCell(target) && saver.commit(target));
  page.addEventListener("change", ({ target }) => isChoice(target) && saver.commit(target));

  page.addEventListener("keydown", (event) => {
    if (!isCell(event.target) || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const row = event.target.closest("tr") ?? current;
    if (event.key === "Enter") {
      event.preventDefault();
      saver.commit(event.target);
      const visible = cellsOf(row).filter((cell) => cell.offsetWidth > 1);
      const following = phone.matches ? visible[visible.indexOf(event.target) + 1] : null;
      if (following) following.focus();
      else show(nextRow(row));
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const at = cellsOf(row).indexOf(event.target), step = event.key === "ArrowDown" ? 1 : -1;
      const other = rows[rows.indexOf(row) + step];
      if (phone.matches || !other) return;
      event.preventDefault();
      (cellsOf(other)[at] ?? firstOf(other))?.focus();
    }
  });

  document.getElementById("shelf-next").addEventListener("click", (event) => {
    event.preventDefault();
    for (const cell of cellsOf(current)) saver.commit(cell);
    show(nextRow(current));
  });
  document.getElementById("shelf-skip").addEventListener("click", (event) => {
    event.preventDefault();
    show(nextRow(current));
  });
  document.getElementById("shelf-more").addEventListener("click", () => {
    const more = document.getElementById("more");
    if (more) more.open = true;
  });
  form.addEventListener("click", (event) => {
    const link = event.target.closest(".shelf__name a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.closest("tr"));
  });

  // Buttons that load the page again wait until everything is saved.
  form.addEventListener("submit", (event) => {
    const { submitter } = event; // it is gone after the event
    if (submitter?.dataset.ready) return;
    event.preventDefault();
    // After the event: while it is dispatched, the form takes no other.
    saver.flush().then(() => window.setTimeout(() => {
      if (saver.waiting.size || !submitter || submitter.value === "save") return;
      submitter.dataset.ready = "true";
      form.requestSubmit(submitter);
    }));
  });

  // What is saved is not sent again, but what was refused is, so that it stays in its field.
  form.addEventListener("formdata", ({ formData }) => {
    for (const name of [...formData.keys()]) {
      if (name.startsWith("c.") && document.getElementById(name)?.getAttribute("aria-invalid") !== "true") formData.delete(name);
    }
  });

  // -- photos --------------------------------------------------------------------------------------------------------
  page.addEventListener("change", async ({ target }) => {
    if (target.id !== "shelf-photo" || !target.files.length) return;
    const camera = target.form, slug = current.dataset.slug;
    const refuse = (words) => {
      saver.say(words, true);
      camera.querySelector("#photo-error").textContent = form.dataset[words] ?? words; // what is saved next does not hide it
      target.value = "";
    };
    if (target.files[0].size > Number(form.dataset.mostBytes)) return refuse("large");
    saver.say("photo");
    try {
      const response = await fetch(camera.action, { method: "POST", body: new FormData(camera), headers: { Accept: "application/json" } });
      if (!saver.isTold(response)) return refuse({ 413: "large", 429: "throttled" }[response.status] ?? "expired");
      const told = await response.json();
      if (told.error) return refuse(told.error);
      saver.say("saved");
      const proof = rowOf(slug)?.querySelector(".shelf__proofs > a");
      if (proof?.href.includes("photo-form")) proof.replaceWith(Object.assign(document.createElement("span"), { textContent: form.dataset.proof }));
      if (current.dataset.slug === slug) load(slug);
    } catch {
      refuse("unsent");
    }
  });

  phone.addEventListener("change", showSegments);
  showSegments();
  saver.restore();
})();
