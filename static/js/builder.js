// Faster use of the builder. Everything also works without this script: each button is part of a form, each
// place a link. The server responds with the table; the script restores focus, scroll position and input.
"use strict";

(() => {
  const builder = () => document.getElementById("builder");
  const byId = (id) => (id ? document.getElementById(id) : null);
  const say = (words) => { byId("builder-status").textContent = words; };
  const isWide = () => window.matchMedia("(min-width: 64rem)").matches;
  const isTyping = (element) => element?.matches?.("input:not([type=file]), textarea, select");

  // -- around a swap: open panels, scroll position of the candidate list, focus, and input ---------------------------
  let snapshot = null;
  let toCandidates = false;

  // Input that is not submitted yet survives a new table.
  const FIELDS = "input[id]:not([type=hidden], [type=file]), select[id], textarea[id]";
  const owner = (field) => field.closest(".pick")?.querySelector(".pick__name")?.textContent;

  const isEdited = (field) => differs(field) && !field.closest("#candidate-list");

  function differs(field) {
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    if (!field.multiple) return field.selectedIndex !== defaultIndex(field);
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }

  // In a select without a choice, browsers choose the first option.
  const defaultIndex = (field) => Math.max(0, [...field.options].findLastIndex((option) => option.defaultSelected));

  function resetField(field) {
    if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.tagName !== "SELECT") field.value = field.defaultValue;
    else field.selectedIndex = defaultIndex(field);
  }

  function fillField(field, { value, checked }) {
    if (field.type === "checkbox") field.checked = checked;
    else if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value)) resetField(field);
    else if (field.value !== value) field.value = value;
  }

  // Submitted input, and input for a creature that has moved, is replaced by the values of the table.
  function restoreFields() {
    for (const field of builder().querySelectorAll(FIELDS)) {
      const saved = snapshot.entered.get(field.id);
      if (saved && saved.owner === owner(field)) fillField(field, saved);
      else if (differs(field)) resetField(field);
    }
    for (const field of snapshot.form?.querySelectorAll("input[type=file]") ?? []) field.value = "";
  }

  function takeSnapshot() {
    const form = inFlight?.form;
    const entered = [...builder().querySelectorAll(FIELDS)].filter((field) => field.form !== form && isEdited(field));
    snapshot = {
      form,
      title: document.getElementById("candidate-list-title")?.textContent,
      scrolled: byId("candidate-list-body")?.scrollTop ?? 0,
      polled: inFlight && isProgressPoll(inFlight) ? document.activeElement?.id : null,
      place: candidateControls().indexOf(document.activeElement),
      focused: builder().contains(document.activeElement) ? document.activeElement : null,
      listOpen: byId("candidate-list")?.open ?? false,
      searching: byId("candidate-list-q") === document.activeElement ? byId("candidate-list-q").value : null,
      entered: new Map(entered.map((field) => [field.id, { owner: owner(field), value: field.value, checked: field.checked }])),
    };
  }

  // Open panels are opened in the new table before the swap, so that the two do not differ in that.
  document.addEventListener("muster:incoming", ({ detail: table }) => {
    const shown = table.querySelector("#notice, #offers");
    for (const panel of builder().querySelectorAll("details[data-keep-open][open]")) {
      if (!shown || panel.id !== "strip-more") table.querySelector(`[id="${panel.id}"]`)?.setAttribute("open", "");
    }
    const candidateList = table.querySelector("#candidate-list");
    if (candidateList && staysOpen(table, candidateList)) candidateList.setAttribute("open", "");
    else if (candidateList && !isWide() && !toCandidates && !snapshot.listOpen) candidateList.open = false;
    revealScripted(table);
  });

  // On a phone the candidate list stays open while it is the same list and the focus does not leave it. If it is
  // closed, no change opens it.
  function staysOpen(table, candidateList) {
    if (!snapshot.listOpen || snapshot.title !== candidateList.querySelector("#candidate-list-title").textContent) return false;
    return !table.dataset.focus || candidateList.querySelector(`[id="${table.dataset.focus}"]`) !== null;
  }

  function restore() {
    const now = builder();
    say(now.dataset.status.trim());
    showElsewhere();
    const shown = byId("notice") ?? byId("offers");
    const sameCandidates = snapshot.title === document.getElementById("candidate-list-title")?.textContent;
    const scrolled = sameCandidates ? snapshot.scrolled : 0;
    if (scrolled || snapshot.scrolled) byId("candidate-list-body").scrollTop = scrolled;
    const stays = snapshot.listOpen && sameCandidates;
    const searching = toCandidates ? null : snapshot.searching; // the focus has moved to the search in the meantime
    const { place, focused } = snapshot;
    // While the solver is running, the focus stays on its progress.
    const polled = byId("offers")?.matches("[hx-get]") ? snapshot.polled : null;
    snapshot = null;
    const waits = typeof polled === "string";
    const target = waits ? byId(polled) : byId("notice") ?? (toCandidates || typeof searching === "string" ? byId("candidate-list-q") : byId(now.dataset.focus));
    if (searching && target?.id === "candidate-list-q" && target.defaultValue !== searching) {
      target.value = searching;
      target.form.requestSubmit(); // htmx ignores a change to a value that it has searched before
    }
    if (target && !(toCandidates && !isWide() && target.id === "candidate-list-q")) target.focus({ preventScroll: waits || (isWide() && target.id !== "legion-name") }); // a new table is seen from its head
    // If the focused candidate has moved to another part of the list, the focus stays in the list.
    if (!target && stays && place >= 0 && document.activeElement === document.body) candidateControls()[place]?.focus({ preventScroll: true });
    if (focused && isFocusLost()) focusBar(focused);
    if (shown && !waits && shown.contains(document.activeElement)) shown.scrollIntoView({ block: shown.id === "offers" ? "start" : "nearest" });
    toCandidates = false;
  }

  // The focused element may be removed or disabled. The bar gets the focus then, since the page itself handles no keys.
  const isFocusLost = () => document.activeElement === document.body || document.activeElement.disabled;

  function focusBar(left) {
    const undoing = left.matches("#undo, #redo, #undo-last, #take-back-last") ? ["undo", "redo"] : [];
    const next = [...undoing, "legion-name"].map(byId).find((one) => one && !one.disabled);
    next.focus({ preventScroll: true });
  }

  // The list of candidates loads more cards on scrolling; after a change it loads as many as were scrolled past.
  const CANDIDATE_CONTROLS = "#candidate-list .candidate > .button, #candidate-list-more, #candidate-list [data-query]";
  const candidateControls = () =>
    [...document.querySelectorAll(`${CANDIDATE_CONTROLS}, #candidate-list .may-fit > summary`)].filter((one) => one.checkVisibility());

  function seenCandidates() {
    const body = byId("candidate-list-body");
    if (!body?.scrollTop) return 0;
    const end = body.getBoundingClientRect().bottom;
    return [...document.querySelectorAll(CANDIDATE_CONTROLS)].filter((place) => place.getBoundingClientRect().top < end).length;
  }

  let nextId = ""; // the card that gets the focus after the focused link “more”
  document.addEventListener("htmx:beforeSwap", (event) => {
    const link = event.detail.target;
    nextId = link?.id === "candidate-list-more" && link === document.activeElement ? link.hash.slice(1) : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    byId(nextId)?.focus({ preventScroll: true });
    nextId = "";
  });

  // If a part with the focus is replaced by its response, the response gets the focus.
  let answered = null;
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    answered = target?.matches(".candidate__suggestions, #share-body") && target.contains(document.activeElement) ? target : null;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (answered && isFocusLost()) focusAnswer(answered);
    answered = null;
  });

  function focusAnswer(part) {
    const next = part.querySelector("#share-link, #make-link");
    if (!next) part.tabIndex = -1;
    (next ?? part).focus({ preventScroll: true });
  }

  // Parts that need a script are hidden without one.
  function revealScripted(table = document) {
    for (const element of table.querySelectorAll("#keys[hidden]")) element.hidden = false;
  }

  // Parts that are loaded on opening stay loaded while they are open.
  document.addEventListener("toggle", ({ target }) => {
    if (target.open && target.matches?.("#builder details[data-fold]")) target.querySelector(":scope > .fold-link")?.click();
  }, true);
  // So do closed parts with input.
  const isInUse = (fold) => fold.open || [...fold.querySelectorAll(FIELDS)].some(isEdited);
  const openFolds = () => [...builder().querySelectorAll("details[data-fold]")].filter(isInUse).map((fold) => fold.id);

  // htmx registers a button a moment after it is inserted. This handles a press before that.
  document.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
    if (event.detail.verb === "post" && inBuilder(event.detail.elt)) event.detail.formData.set("upto", seenCandidates());
    const open = builder() ? openFolds() : [];
    if (open.length) event.detail.headers["Muster-Unfolded"] = open.join(" ");
    const sought = byId("candidate-list-q")?.value; // entering a number of a found card keeps the search
    if (event.detail.elt.id === "tell" && sought) event.detail.formData.set("q", sought);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "builder") {
      toCandidates = event.detail.elt.getAttribute?.("href")?.endsWith("#candidate-list") ?? false;
    }
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A refusal has the table and the reason, so it is swapped in like any other response.
    const html = event.detail.xhr.getResponseHeader("Content-Type")?.startsWith("text/html");
    const refused = [400, 409, 413].includes(event.detail.xhr.status);
    if (event.detail.target?.id === "builder" && refused && html) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    if (event.detail.target?.id === "builder" && event.detail.shouldSwap) takeSnapshot();
  });
  document.addEventListener("htmx:afterSwap", () => snapshot && restoreFields());
  document.addEventListener("htmx:afterSettle", (event) => {
    if (snapshot && event.detail.target) restore();
    else revealScripted();
    runNext();
  });

  // -- presses during a request: queued, and applied to the new table -----------------------------------------------
  // Places move when something is removed, so the pressed button is found by its label and not by its number.
  const MAX_QUEUED = 30;
  let inFlight = null;
  let queue = [];
  let offline = false; // true if the last change was not delivered; all later changes wait
  let resuming = false;

  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const isLink = (element) => element.tagName === "A";
  const isProgressPoll = ({ id }) => id === "offers"; // the progress of the solver, polled every second
  const inBuilder = (element) => builder()?.contains(element) && !element.matches("#candidate-list [role=search], #candidate-list-more, .density");

  // The pressed button with its label at that time: later the button may belong to another card.
  const pressOf = (element) => ({
    element, id: element.id, words: words(element), value: element.value, placeless: "placeless" in element.dataset,
    link: isLink(element), form: element.form, fields: fieldValues(element),
  });
  const fieldValues = ({ form }) => [...(form?.elements ?? [])].filter((field) => field.id && field.name && field.tagName !== "BUTTON")
    .map((field) => ({ id: field.id, value: field.value, checked: field.checked, files: field.files && copyFiles(field.files) }));

  function copyFiles(files) {
    const copy = new DataTransfer();
    for (const file of files) copy.items.add(file);
    return copy.files;
  }

  // A button outside of the table has its own label.
  function detachedButton(pressed) {
    const button = Object.assign(document.createElement("button"), { name: "do", value: pressed.value, hidden: true, textContent: pressed.words });
    byId("act").append(button);
    return button;
  }

  function findButton(pressed) {
    const isSame = (one) => words(one) === pressed.words || (one.value && !one.value.includes("/") && one.value === pressed.value);
    const same = [...builder().querySelectorAll(pressed.link ? "a[hx-get]" : "button")].filter((one) => !one.disabled && isSame(one));
    return same.find((one) => one.id === pressed.id) ?? same[0];
  }

  function runNext() {
    if (inFlight || (offline && !retrying) || !queue.length) return;
    const pressed = queue.shift();
    const button = findButton(pressed) ?? (pressed.placeless ? detachedButton(pressed) : null);
    if (!button) {
      queue = [];
      say(`${byId("script-message").dataset.notDone} ${pressed.words}`);
      return;
    }
    for (const field of pressed.fields) {
      const now = byId(field.id);
      if (now && now.type === "file") now.files = field.files ?? now.files;
      else if (now && now.type === "checkbox") now.checked = field.checked;
      else if (now) now.value = field.value;
    }
    resuming = true;
    button.click();
    resuming = false;
    if (inFlight) inFlight.renewed = pressed.renewed;
  }

  document.addEventListener("htmx:confirm", (event) => {
    const element = event.detail.triggeringEvent?.submitter ?? event.detail.elt;
    if (resuming || !(inFlight || (offline && !isLink(element))) || !inBuilder(event.detail.elt)) return;
    if (isProgressPoll(element)) return event.preventDefault(); // it is polled again in a second
    if (inFlight?.link && !isLink(element)) return; // a change goes first: the response to the link is dropped
    event.preventDefault();
    const pressedTwice = [inFlight, ...queue].some((one) => one?.element === element);
    if ((pressedTwice && !("repeatable" in element.dataset)) || queue.length >= MAX_QUEUED) return;
    if (isLink(element)) queue = queue.filter((one) => !one.link); // only the last requested place counts
    queue.push(pressOf(element));
    if (offline) showUnsaved();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!inBuilder(event.detail.elt)) return;
    const element = event.detail.requestConfig.triggeringEvent?.submitter ?? event.detail.elt;
    const sent = sentForm(element, event.detail.requestConfig);
    inFlight = { ...pressOf(element), link: isLink(element) || isProgressPoll(element), xhr: event.detail.xhr, sent };
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (inFlight?.xhr !== event.detail.xhr) return;
    const request = inFlight;
    inFlight = null;
    queueMicrotask(runNext); // the table is in place now, and htmx ends this request after all event handlers
    const status = event.detail.xhr.status;
    if (status === 200) return request.link ? undefined : markOnline();
    if (!request.link && RETRIED_STATUSES.includes(status)) return retryLater(request);
    if (!request.link && status === 403 && !request.renewed) return renewCsrfToken(request);
    if (status) queue = []; // refused: later changes depended on it
  });

  // -- undelivered changes: kept in this tab, also across a reload, and sent again -----------------------------------
  const RETRIED_STATUSES = [0, 502, 503, 504];
  const MIN_PAUSE_MS = 2000, MAX_PAUSE_MS = 30000;
  const storageKey = () => `muster:${window.location.pathname}`;
  let retrying = false;
  let timer = 0;
  let pause = MIN_PAUSE_MS;

  function retryLater(request) {
    queue.unshift(request);
    offline = true;
    showUnsaved();
    window.clearTimeout(timer);
    timer = window.setTimeout(retry, pause);
    pause = Math.min(2 * pause, MAX_PAUSE_MS);
  }

  function retry() {
    if (inFlight || !queue.length) return;
    retrying = true;
    runNext();
    retrying = false;
    if (!queue.length && !inFlight) markOnline();
  }

  // A change was delivered: the waiting ones follow when the new table is in place.
  function markOnline() {
    offline = false;
    pause = MIN_PAUSE_MS;
    showUnsaved();
    const version = Number(builder()?.dataset.version);
    if (version) window.setTimeout(() => channel?.postMessage({ path: window.location.pathname, version: Number(builder()?.dataset.version) }));
  }

  function showUnsaved() {
    const banner = byId("unsaved");
    if (!banner) return;
    banner.hidden = !offline;
    byId("unsaved-list").replaceChildren(...(offline ? queue : []).map((one) => {
      const line = document.createElement("li");
      line.textContent = one.words;
      return line;
    }));
  }

  // A login in another tab renews the CSRF token: the page fetches it once and sends again.
  async function renewCsrfToken(request) {
    const response = await fetch(window.location.href).catch(() => null);
    const page = response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
    const token = page?.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!token) return;
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    queue.unshift({ ...request, renewed: true });
    runNext();
  }

  // A change that is being sent again counts as undelivered, too.
  const unsent = () => (offline ? [...(inFlight && !inFlight.link ? [inFlight] : []), ...queue] : []);

  // The identity of a sent change, by which the server recognizes it. Other forms have no version.
  const sentForm = ({ form }, { path, formData }) => (form?.id === "act" ? { path, fields: [...formData] } : null);

  // Waiting changes and input survive leaving the page, for example for a login or by mistake.
  const asJson = ({ words, id, value, placeless, fields, sent }) => ({
    words, id, value, placeless, sent, fields: fields.map(({ id, value, checked }) => ({ id, value, checked })),
  });
  window.addEventListener("pagehide", () => {
    const entered = builder() ? [...builder().querySelectorAll(FIELDS)].filter(isEdited) : [];
    const drafts = entered.map((field) => ({ id: field.id, owner: owner(field), value: field.value, checked: field.checked }));
    const stored = { version: builder()?.dataset.version, waiting: unsent().map(asJson), drafts };
    if (stored.waiting.length || drafts.length) window.sessionStorage.setItem(storageKey(), JSON.stringify(stored));
  });
  window.addEventListener("beforeunload", (event) => {
    if (unsent().length) event.preventDefault();
  });

  function restoreUnsaved() {
    const stored = JSON.parse(window.sessionStorage.getItem(storageKey()) ?? "null");
    window.sessionStorage.removeItem(storageKey());
    if (!stored) return;
    for (const draft of stored.drafts) {
      const field = byId(draft.id);
      if (!field || owner(field) !== draft.owner) continue;
      if (field.type === "checkbox") field.checked = draft.checked;
      else field.value = draft.value;
      for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    }
    queue = stored.waiting;
    if (!queue.length) return;
    offline = true;
    showUnsaved();
    // On the same version of the table they continue by themselves; on another version the owner decides.
    if (stored.version === builder().dataset.version) retry();
    else if (queue[0].sent) dropIfMade(queue[0], Number(stored.version) + 1);
  }

  // The lost response may belong to a change that was applied. Sent unchanged, it is not applied twice,
  // and a change that was not applied is refused, since the table has another version.
  async function dropIfMade(request, made) {
    const options = { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(request.sent.fields) };
    const response = await fetch(request.sent.path, options).catch(() => null);
    if (response?.status !== 200 || response.redirected || response.headers.has("HX-Redirect") || queue[0] !== request) return;
    queue.shift();
    if (!queue.length) markOnline();
    else if (Number(builder().dataset.version) === made) retry(); // the next change belongs to this version
    else showUnsaved();
  }

  window.addEventListener("online", retry);
  document.addEventListener("htmx:sendError", () => {
    if (offline) byId("script-message").textContent = ""; // the banner shows it
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#send-unsaved")) retry();
    else if (event.target.closest("#forget-unsaved")) {
      queue = [];
      window.clearTimeout(timer);
      markOnline();
    }
  });

  // Another tab announces its changes of this legion, so that nothing is lost here.
  const channel = window.BroadcastChannel ? new BroadcastChannel("muster") : null;
  let newest = 0; // the newest version that another tab has announced
  channel?.addEventListener("message", ({ data }) => {
    if (data.path !== window.location.pathname) return;
    newest = Math.max(newest, data.version);
    showElsewhere();
  });

  // The response to a change of an older version already has the newer table, and its own notice.
  function showElsewhere() {
    if (byId("elsewhere")) byId("elsewhere").hidden = !(newest > Number(builder()?.dataset.version));
  }

  // -- keys --------------------------------------------------------------------------------------------------------
  function press(id) {
    const button = byId(id);
    if (button && !button.disabled) button.click();
  }

  function moveAmongCandidates(event) {
    const focused = document.activeElement;
    const all = candidateControls();
    const line = focused?.closest(".candidate__suggestions")?.closest(".candidate"); // its text is part of the row
    const at = all.indexOf(line?.querySelector(":scope > .button") ?? focused);
    if (focused?.id !== "candidate-list-q" && at < 0) return;
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    const target = next < 0 ? byId("candidate-list-q") : all[next];
    if (target) {
      event.preventDefault();
      target.focus();
    }
  }

  function leaveCandidateList(scrolling = {}) {
    const candidateList = byId("candidate-list");
    if (!candidateList?.contains(document.activeElement) && (isWide() || !candidateList?.open)) return;
    if (!isWide()) candidateList.open = false;
    (document.querySelector(".slot--selected .slot__place") ?? document.querySelector(".pick--selected h2") ?? document.querySelector("#add-creature, .deck__add"))?.focus(scrolling);
  }

  // Enter in the search adds the first card that fits, once the results match the input. If none fits, it says
  // so and focuses the first card, which another Enter adds. For an invalid query it adds nothing. If no card
  // has all the words, it focuses the card with the most similar name, or the closest card. If a card has exactly
  // this name, no other card is added.
  let addsFirst = false;
  function addFirst() {
    addsFirst = false;
    const first = document.querySelector("#candidate-list .candidate > .button");
    const sought = byId("candidate-list-q").value.trim().toLowerCase();
    const name = [...document.querySelectorAll("#candidate-list .candidate__name")].find((one) => words(one).toLowerCase() === sought);
    const meant = name?.closest(".candidate").querySelector(":scope > .button");
    if (byId("none-found")) return offerNearest(byId("none-found").querySelector("[data-query]") ?? first);
    if (!first || document.querySelector("#candidate-list-errors .query-error")) return;
    if (byId("none-fits")) return offerUnfit(meant ?? first);
    if (meant && meant !== first) return meant.focus(); // the card with exactly this name, which may be among those that do not fit
    byId("candidate-list-q").value = "";
    first.click();
  }

  function offerUnfit(first) {
    byId("none-fits").hidden = false;
    say(byId("none-fits").textContent);
    first.focus();
  }

  function offerNearest(nearest) {
    if (!nearest) return;
    say(byId("none-found").textContent);
    nearest.focus();
  }

  // An empty search finds all cards; none of them was meant.
  function addWhatIsFound(search) {
    if (!search.value.trim()) return;
    if (byId("candidate-list-errors").dataset.foundFor === search.value.trim()) return addFirst();
    addsFirst = true;
    search.form.requestSubmit();
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (addsFirst && event.detail.target?.id === "candidate-list-body") addFirst();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-query]");
    if (!link) return;
    event.preventDefault();
    byId("candidate-list-q").value = link.dataset.query;
    byId("candidate-list-q").form.requestSubmit();
    byId("candidate-list-q").focus();
  });

  const isEmptySearch = ({ id, value }) => id === "candidate-list-q" && !value; // names and queries do not begin with a slash
  function toSearch() {
    if (!isWide()) byId("candidate-list").open = true;
    byId("candidate-list-q")?.focus();
  }

  const FOCUS_RING = 8; // its width in pixels
  function showKeys() {
    const keys = byId("keys");
    byId("panel-more").open = true;
    keys.open = true;
    keys.querySelector("summary").focus();
    keys.offsetParent.scrollTop = keys.offsetTop - FOCUS_RING; // the menu is long, and the keys are near its end
  }

  document.addEventListener("keydown", (event) => {
    if (!builder()) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && key === "k") {
      event.preventDefault();
      toSearch();
    } else if (event.key === "/" && !command && (!isTyping(event.target) || isEmptySearch(event.target))) {
      event.preventDefault();
      toSearch();
    } else if (event.key === "?" && !command && !isTyping(event.target)) {
      event.preventDefault();
      showKeys();
    } else if (key === "enter" && event.target.id === "candidate-list-q" && !event.isComposing) {
      event.preventDefault();
      addWhatIsFound(event.target);
    } else if (command && (key === "z" || key === "y") && (!isTyping(event.target) || isEmptySearch(event.target))) {
      event.preventDefault();
      press(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (key === "arrowdown" || key === "arrowup") moveAmongCandidates(event);
    else if (key === "escape") leaveCandidateList();
  });

  // -- the mouse ---------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    for (const panel of document.querySelectorAll("details.panel[open]")) {
      if (!panel.contains(event.target)) panel.open = false;
    }
    if (event.target.closest("details.panel > summary") && byId("strip-more")) byId("strip-more").open = false;
    const candidateList = byId("candidate-list");
    // On a phone the dimmed table is part of the sheet above it.
    if (candidateList && event.target === candidateList && !isWide()) leaveCandidateList({ preventScroll: true });
    const place = event.target.closest(".finding__places a");
    if (place && candidateList && !isWide()) {
      candidateList.open = false;
      byId("strip-more").open = false;
    }
  });

  revealScripted();
  document.addEventListener("DOMContentLoaded", restoreUnsaved);
})();
