// What makes the builder quicker to use. Everything here also works without: each button is part of a form, each
// place a link. The server answers with the table; this keeps what a person was doing where it was.
"use strict";

(() => {
  const builder = () => document.getElementById("builder");
  const byId = (id) => (id ? document.getElementById(id) : null);
  const isWide = () => window.matchMedia("(min-width: 64rem)").matches;
  const isTyping = (element) => element?.matches?.("input:not([type=file]), textarea, select");

  // -- around a swap: open panels, how far the candidate list was scrolled, where the focus goes, what was entered --------------
  let before = null;
  let toCandidates = false;

  // What was entered into a form and not sent yet stays when another change brings a new table.
  const FIELDS = "input[id]:not([type=hidden], [type=file]), select[id], textarea[id]";
  const owner = (field) => field.closest(".pick")?.querySelector(".pick__name")?.textContent;

  const isEntered = (field) => differs(field) && !field.closest("#candidate-list");

  function differs(field) {
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }

  function setBack(field) {
    if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.tagName !== "SELECT") field.value = field.defaultValue;
    else field.selectedIndex = Math.max(0, [...field.options].findLastIndex((option) => option.defaultSelected));
  }

  function enter(field, { value, checked }) {
    if (field.type === "checkbox") field.checked = checked;
    else if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === value)) setBack(field);
    else if (field.value !== value) field.value = value;
  }

  // What was sent, or entered for a creature that stands elsewhere now, gives way to what the table says.
  function enterAgain() {
    for (const field of builder().querySelectorAll(FIELDS)) {
      const was = before.entered.get(field.id);
      if (was && was.owner === owner(field)) enter(field, was);
      else if (differs(field)) setBack(field);
    }
    for (const field of before.form?.querySelectorAll("input[type=file]") ?? []) field.value = "";
  }

  function remember() {
    const form = underWay?.form;
    const entered = [...builder().querySelectorAll(FIELDS)].filter((field) => field.form !== form && isEntered(field));
    before = {
      form,
      title: document.getElementById("candidate-list-title")?.textContent,
      scrolled: byId("candidate-list-body")?.scrollTop ?? 0,
      looked: underWay && isLook(underWay) ? document.activeElement?.id : null,
      place: places().indexOf(document.activeElement),
      drawn: byId("candidate-list")?.open ?? false,
      searching: byId("candidate-list-q") === document.activeElement ? byId("candidate-list-q").value : null,
      entered: new Map(entered.map((field) => [field.id, { owner: owner(field), value: field.value, checked: field.checked }])),
    };
  }

  // What is open here is open in the table that comes, so that the two differ in nothing else.
  document.addEventListener("muster:comes", ({ detail: table }) => {
    const shown = table.querySelector("#notice, #offers");
    for (const panel of builder().querySelectorAll("details[data-keep-open][open]")) {
      if (!shown || panel.id !== "strip-more") table.querySelector(`[id="${panel.id}"]`)?.setAttribute("open", "");
    }
    show(table);
  });

  function restore() {
    const now = builder();
    document.getElementById("builder-status").textContent = now.dataset.status.trim();
    const shown = byId("notice") ?? byId("offers");
    const sameCandidates = before.title === document.getElementById("candidate-list-title")?.textContent;
    const scrolled = sameCandidates ? before.scrolled : 0;
    if (scrolled || before.scrolled) byId("candidate-list-body").scrollTop = scrolled;
    const stays = before.drawn && sameCandidates;
    if (stays && (!now.dataset.focus || byId("candidate-list").contains(byId(now.dataset.focus)))) byId("candidate-list").open = true;
    const searching = toCandidates ? null : before.searching; // who has gone to the search meanwhile stays there
    const place = before.place;
    // While the solver works on, whoever waits for it stays where they are.
    const looked = byId("offers")?.matches("[hx-get]") ? before.looked : null;
    before = null;
    const waits = typeof looked === "string";
    const target = waits ? byId(looked) : byId("notice") ?? (toCandidates || typeof searching === "string" ? byId("candidate-list-q") : byId(now.dataset.focus));
    if (searching && target?.id === "candidate-list-q" && target.defaultValue !== searching) {
      target.value = searching;
      target.form.requestSubmit(); // htmx would not take for a change what it has looked for already
    }
    if (target && !(toCandidates && !isWide() && target.id === "candidate-list-q")) target.focus({ preventScroll: waits || (isWide() && target.id !== "legion-name") }); // a new table is seen from its head
    // Who is in the candidate list goes on there where the card itself has left for another part of it.
    if (!target && stays && place >= 0 && document.activeElement === document.body) places()[place]?.focus({ preventScroll: true });
    if (shown && !waits && shown.contains(document.activeElement)) shown.scrollIntoView({ block: shown.id === "offers" ? "start" : "nearest" });
    toCandidates = false;
  }

  // The list of candidates shows its first cards and more as it is scrolled; after a change as many as were scrolled past.
  const places = () => [...document.querySelectorAll("#candidate-list .candidate > .button, #candidate-list-more")];

  function seen() {
    const body = byId("candidate-list-body");
    if (!body?.scrollTop) return 0;
    const end = body.getBoundingClientRect().bottom;
    return places().filter((place) => place.getBoundingClientRect().top < end).length;
  }

  let further = ""; // the card to go on from when the link that showed more of them had the focus
  document.addEventListener("htmx:beforeSwap", (event) => {
    const link = event.detail.target;
    further = link?.id === "candidate-list-more" && link === document.activeElement ? link.hash.slice(1) : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    byId(further)?.focus({ preventScroll: true });
    further = "";
  });

  // Parts that only work with a script are hidden until there is one.
  function show(table = document) {
    for (const element of table.querySelectorAll("#keys[hidden]")) element.hidden = false;
  }

  // htmx gets to know a button a moment after it was laid out: one that is pressed at once is named here.
  document.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
    if (event.detail.verb === "post" && inBuilder(event.detail.elt)) event.detail.formData.set("upto", seen());
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "builder") {
      toCandidates = event.detail.elt.getAttribute?.("href")?.endsWith("#candidate-list") ?? false;
    }
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // Refusals are answered with the table and the reason: they are to be seen like any other answer.
    const html = event.detail.xhr.getResponseHeader("Content-Type")?.startsWith("text/html");
    const refused = [400, 409, 413].includes(event.detail.xhr.status);
    if (event.detail.target?.id === "builder" && refused && html) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    if (event.detail.target?.id === "builder" && event.detail.shouldSwap) remember();
  });
  document.addEventListener("htmx:afterSwap", () => before && enterAgain());
  document.addEventListener("htmx:afterSettle", (event) => {
    if (before && event.detail.target) restore();
    else show();
    next();
  });

  // -- pressed while an answer is under way: done in its turn, on the table that comes ------------------------------
  // Places move when something is taken away, so what was pressed is found again by its words and not by its number.
  const MOST_WAITING = 30;
  let underWay = null;
  let waiting = [];
  let away = false; // whether the last change did not get through, so that all that comes after it waits
  let resuming = false;

  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const isLink = (element) => element.tagName === "A";
  const isLook = ({ id }) => id === "offers"; // how far the solver is, asked every second
  const inBuilder = (element) => builder()?.contains(element) && !element.matches("#candidate-list [role=search], #candidate-list-more");

  // What is pressed, as it was said then: by the time that it is its turn the button may be another's.
  const asPressed = (element) => ({
    element, id: element.id, words: words(element), value: element.value, placeless: "placeless" in element.dataset,
    link: isLink(element), form: element.form, fields: fieldsOf(element),
  });
  const fieldsOf = ({ form }) => [...(form?.elements ?? [])].filter((field) => field.id && field.name && field.tagName !== "BUTTON")
    .map((field) => ({ id: field.id, value: field.value, checked: field.checked, files: field.files && copyOf(field.files) }));

  function copyOf(files) {
    const copy = new DataTransfer();
    for (const file of files) copy.items.add(file);
    return copy.files;
  }

  // A button that stands in no table says itself what it does.
  function stray(pressed) {
    const button = Object.assign(document.createElement("button"), { name: "do", value: pressed.value, hidden: true, textContent: pressed.words });
    byId("act").append(button);
    return button;
  }

  function again(pressed) {
    const means = (one) => words(one) === pressed.words || (one.value && !one.value.includes("/") && one.value === pressed.value);
    const same = [...builder().querySelectorAll(pressed.link ? "a[hx-get]" : "button")].filter((one) => !one.disabled && means(one));
    return same.find((one) => one.id === pressed.id) ?? same[0];
  }

  function next() {
    if (underWay || (away && !trying) || !waiting.length) return;
    const pressed = waiting.shift();
    const button = again(pressed) ?? (pressed.placeless ? stray(pressed) : null);
    if (!button) {
      waiting = [];
      document.getElementById("builder-status").textContent = `${document.getElementById("script-message").dataset.notDone} ${pressed.words}`;
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
    if (underWay) underWay.renewed = pressed.renewed;
  }

  document.addEventListener("htmx:confirm", (event) => {
    const element = event.detail.triggeringEvent?.submitter ?? event.detail.elt;
    if (resuming || !(underWay || (away && !isLink(element))) || !inBuilder(event.detail.elt)) return;
    if (isLook(element)) return event.preventDefault(); // it is looked again in a second anyway
    if (underWay?.link && !isLink(element)) return; // a change goes first: the answer to the link is given up
    event.preventDefault();
    const pressedTwice = [underWay, ...waiting].some((one) => one?.element === element);
    if ((pressedTwice && !("again" in element.dataset)) || waiting.length >= MOST_WAITING) return;
    if (isLink(element)) waiting = waiting.filter((one) => !one.link); // the last place asked for is the one
    waiting.push(asPressed(element));
    if (away) tell();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!inBuilder(event.detail.elt)) return;
    const element = event.detail.requestConfig.triggeringEvent?.submitter ?? event.detail.elt;
    underWay = { ...asPressed(element), link: isLink(element) || isLook(element), xhr: event.detail.xhr };
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (underWay?.xhr !== event.detail.xhr) return;
    const asked = underWay;
    underWay = null;
    queueMicrotask(next); // the table is laid out by now, and htmx lets go of this request when all were told of it
    const status = event.detail.xhr.status;
    if (status === 200) return asked.link ? undefined : back();
    if (!asked.link && GONE.includes(status)) return hold(asked);
    if (!asked.link && status === 403 && !asked.renewed) return renew(asked);
    if (status) waiting = []; // refused: what came after it counted on it
  });

  // -- not saved yet: what did not get through is kept, in this tab even when it is loaded anew, and sent again ------
  const GONE = [0, 502, 503, 504];
  const SOONEST = 2000, LATEST = 30000;
  const KEPT = () => `muster:${window.location.pathname}`;
  let trying = false;
  let timer = 0;
  let pause = SOONEST;

  function hold(asked) {
    waiting.unshift(asked);
    away = true;
    tell();
    window.clearTimeout(timer);
    timer = window.setTimeout(send, pause);
    pause = Math.min(2 * pause, LATEST);
  }

  function send() {
    if (underWay || !waiting.length) return;
    trying = true;
    next();
    trying = false;
    if (!waiting.length && !underWay) back();
  }

  // A change got through: what waits behind it follows as soon as the new table is laid out.
  function back() {
    away = false;
    pause = SOONEST;
    tell();
    const version = Number(builder()?.dataset.version);
    if (version) window.setTimeout(() => others?.postMessage({ path: window.location.pathname, version: Number(builder()?.dataset.version) }));
  }

  function tell() {
    const banner = byId("unsaved");
    if (!banner) return;
    banner.hidden = !away;
    byId("unsaved-list").replaceChildren(...(away ? waiting : []).map((one) => {
      const line = document.createElement("li");
      line.textContent = one.words;
      return line;
    }));
  }

  // Who logs in in another tab has a new secret against forgery: the page asks for it once, and sends again.
  async function renew(asked) {
    const answer = await fetch(window.location.href).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const token = page?.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!token) return;
    for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    waiting.unshift({ ...asked, renewed: true });
    next();
  }

  // What waits, and what was entered and not sent, outlives a page that is left: for a log-in, say, or by mistake.
  const asText = ({ words, id, value, placeless, fields }) => ({
    words, id, value, placeless, fields: fields.map(({ id, value, checked }) => ({ id, value, checked })),
  });
  window.addEventListener("pagehide", () => {
    const entered = builder() ? [...builder().querySelectorAll(FIELDS)].filter(isEntered) : [];
    const drafts = entered.map((field) => ({ id: field.id, owner: owner(field), value: field.value, checked: field.checked }));
    const kept = { version: builder()?.dataset.version, waiting: away ? waiting.map(asText) : [], drafts };
    if (kept.waiting.length || drafts.length) window.sessionStorage.setItem(KEPT(), JSON.stringify(kept));
  });
  window.addEventListener("beforeunload", (event) => {
    if (away && waiting.length) event.preventDefault();
  });

  function takeUp() {
    const kept = JSON.parse(window.sessionStorage.getItem(KEPT()) ?? "null");
    window.sessionStorage.removeItem(KEPT());
    if (!kept) return;
    for (const draft of kept.drafts) {
      const field = byId(draft.id);
      if (!field || owner(field) !== draft.owner) continue;
      if (field.type === "checkbox") field.checked = draft.checked;
      else field.value = draft.value;
      for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    }
    waiting = kept.waiting;
    if (!waiting.length) return;
    away = true;
    tell();
    // On the table that it was asked of it goes on by itself; of another one its owner says so.
    if (kept.version === builder().dataset.version) send();
  }

  window.addEventListener("online", send);
  document.addEventListener("htmx:sendError", () => {
    if (away) byId("script-message").textContent = ""; // the banner says it, and what comes of it
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#send-unsaved")) send();
    else if (event.target.closest("#forget-unsaved")) {
      waiting = [];
      window.clearTimeout(timer);
      back();
    }
  });

  // Another tab says when it has changed this very legion, before anything is lost to it here.
  const others = window.BroadcastChannel ? new BroadcastChannel("muster") : null;
  others?.addEventListener("message", ({ data }) => {
    const newer = data.path === window.location.pathname && data.version > Number(builder()?.dataset.version);
    if (newer && byId("elsewhere")) byId("elsewhere").hidden = false;
  });

  // -- keys --------------------------------------------------------------------------------------------------------
  function press(id) {
    const button = byId(id);
    if (button && !button.disabled) button.click();
  }

  function alongCandidates(event) {
    const focused = document.activeElement;
    const all = places();
    const at = all.indexOf(focused);
    if (focused?.id !== "candidate-list-q" && at < 0) return;
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    const target = next < 0 ? byId("candidate-list-q") : all[next];
    if (target) {
      event.preventDefault();
      target.focus();
    }
  }

  function leaveDrawer() {
    const candidateList = byId("candidate-list");
    if (!candidateList?.contains(document.activeElement) && (isWide() || !candidateList?.open)) return;
    if (!isWide()) candidateList.open = false;
    (document.querySelector(".slot--selected .slot__place") ?? document.querySelector(".pick--selected h2") ?? byId("add-creature"))?.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (!builder()) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && key === "k") {
      event.preventDefault();
      if (!isWide()) byId("candidate-list").open = true;
      byId("candidate-list-q")?.focus();
    } else if (command && !isTyping(event.target) && (key === "z" || key === "y")) {
      event.preventDefault();
      press(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (key === "arrowdown" || key === "arrowup") alongCandidates(event);
    else if (key === "escape") leaveDrawer();
  });

  // -- the mouse ---------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    for (const panel of document.querySelectorAll("details.panel[open]")) {
      if (!panel.contains(event.target)) panel.open = false;
    }
    if (event.target.closest("details.panel > summary") && byId("strip-more")) byId("strip-more").open = false;
    const candidateList = byId("candidate-list");
    const place = event.target.closest(".finding__places a");
    if (place && candidateList && !isWide()) {
      candidateList.open = false;
      byId("strip-more").open = false;
    }
  });

  show();
  document.addEventListener("DOMContentLoaded", takeUp);
})();
