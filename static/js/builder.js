// What makes the builder quicker to use. Everything here also works without: each button is part of a form, each
// place a link. The server answers with the table; this keeps what a person was doing where it was.
"use strict";

(() => {
  const builder = () => document.getElementById("builder");
  const byId = (id) => (id ? document.getElementById(id) : null);
  const isWide = () => window.matchMedia("(min-width: 64rem)").matches;
  const isTyping = (element) => element?.matches?.("input:not([type=file]), textarea, select");

  // -- around a swap: open panels, how far the drawer was scrolled, where the focus goes, what was entered -----------
  let before = null;
  let toDrawer = false;

  // What was entered into a form and not sent yet stays when another change brings a new table.
  const FIELDS = "input[id]:not([type=hidden], [type=file]), select[id], textarea[id]";
  const owner = (field) => field.closest(".laid")?.querySelector(".laid__name")?.textContent;

  function isEntered(field) {
    if (field.closest("#drawer")) return false;
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }

  function enterAgain(field) {
    const now = byId(field.id);
    if (!now || owner(now) !== owner(field)) return;
    if (field.type === "checkbox") now.checked = field.checked;
    else if (field.tagName !== "SELECT" || [...now.options].some((option) => option.value === field.value)) now.value = field.value;
  }

  function remember() {
    const body = document.getElementById("drawer-body");
    before = {
      title: document.getElementById("drawer-title")?.textContent,
      scrolled: body?.scrollTop ?? 0,
      drawn: byId("drawer")?.open ?? false,
      entered: [...builder().querySelectorAll(FIELDS)].filter((field) => field.form !== underWay?.element.form && isEntered(field)),
      open: [...builder().querySelectorAll("details[data-keep][open]")].map((panel) => panel.id),
    };
  }

  function restore() {
    const now = builder();
    document.getElementById("builder-said").textContent = now.dataset.said.trim();
    const shown = byId("notice") ?? byId("offers");
    for (const id of before?.open ?? []) if (!shown || id !== "strip-more") byId(id)?.setAttribute("open", "");
    if (before && before.title === document.getElementById("drawer-title")?.textContent) {
      document.getElementById("drawer-body").scrollTop = before.scrolled;
    }
    const stays = before?.drawn && before.title === document.getElementById("drawer-title")?.textContent;
    if (stays && (!now.dataset.focus || byId("drawer").contains(byId(now.dataset.focus)))) byId("drawer").open = true;
    before = null;
    show();
    const target = byId("notice") ?? (toDrawer ? byId("drawer-q") : byId(now.dataset.focus));
    if (target && !(toDrawer && !isWide() && target.id === "drawer-q")) target.focus({ preventScroll: isWide() });
    if (shown && shown.contains(document.activeElement)) shown.scrollIntoView({ block: shown.id === "offers" ? "start" : "nearest" });
    toDrawer = false;
  }

  // Parts that only work with a script are hidden until there is one.
  function show() {
    for (const element of document.querySelectorAll("#keys[hidden]")) element.hidden = false;
  }

  // htmx gets to know a button a moment after it was laid out: one that is pressed at once is named here.
  document.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target?.id === "builder") {
      toDrawer = event.detail.elt.getAttribute?.("href")?.endsWith("#drawer") ?? false;
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
  document.addEventListener("htmx:afterSwap", () => before?.entered.forEach(enterAgain));
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

  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const isLink = (element) => element.tagName === "A";
  const inBuilder = (element) => builder()?.contains(element) && !element.matches("#drawer [role=search]");

  function again(pressed) {
    const means = (one) => words(one) === words(pressed) || (one.value && !one.value.includes("/") && one.value === pressed.value);
    const same = [...builder().querySelectorAll(isLink(pressed) ? "a[hx-get]" : "button")].filter((one) => !one.disabled && means(one));
    return same.find((one) => one.id === pressed.id) ?? same[0];
  }

  function next() {
    if (underWay || !waiting.length) return;
    const pressed = waiting.shift();
    let button = again(pressed.element);
    if (!button && "placeless" in pressed.element.dataset) {
      button = pressed.element;
      button.hidden = true;
      byId("act").append(button);
    }
    if (!button) {
      waiting = [];
      document.getElementById("builder-said").textContent = `Not done, the table has changed: ${words(pressed.element)}`;
      return;
    }
    for (const field of pressed.fields) {
      const now = byId(field.id);
      if (now && field.type === "file") now.files = field.files;
      else if (now) now.value = field.value;
    }
    button.click();
  }

  document.addEventListener("htmx:confirm", (event) => {
    const element = event.detail.triggeringEvent?.submitter ?? event.detail.elt;
    if (!underWay || !inBuilder(event.detail.elt)) return;
    if (underWay.link && !isLink(element)) return; // a change goes first: the answer to the link is given up
    event.preventDefault();
    const pressedTwice = [underWay, ...waiting].some((one) => one.element === element);
    if ((pressedTwice && !("again" in element.dataset)) || waiting.length >= MOST_WAITING) return;
    if (isLink(element)) waiting = waiting.filter((one) => !isLink(one.element)); // the last place asked for is the one
    const fields = [...(element.form?.elements ?? [])].filter((field) => field.id && field.name && field.tagName !== "BUTTON");
    waiting.push({ element, fields });
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!inBuilder(event.detail.elt)) return;
    const element = event.detail.requestConfig.triggeringEvent?.submitter ?? event.detail.elt;
    underWay = { element, link: isLink(element), xhr: event.detail.xhr };
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (underWay?.xhr !== event.detail.xhr) return;
    underWay = null;
    if (event.detail.xhr.status !== 200) waiting = []; // refused or lost: what came after it counted on it
  });

  // -- keys --------------------------------------------------------------------------------------------------------
  function press(id) {
    const button = byId(id);
    if (button && !button.disabled) button.click();
  }

  function alongCandidates(event) {
    const focused = document.activeElement;
    const places = [...document.querySelectorAll("#drawer .candidate > .button")];
    const at = places.indexOf(focused);
    if (focused?.id !== "drawer-q" && at < 0) return;
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    const target = next < 0 ? byId("drawer-q") : places[next];
    if (target) {
      event.preventDefault();
      target.focus();
    }
  }

  function leaveDrawer() {
    const drawer = byId("drawer");
    if (!drawer?.contains(document.activeElement) && (isWide() || !drawer?.open)) return;
    if (!isWide()) drawer.open = false;
    (document.querySelector(".slot--chosen .slot__place") ?? document.querySelector(".laid--chosen h2") ?? byId("add-creature"))?.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (!builder()) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && key === "k") {
      event.preventDefault();
      if (!isWide()) byId("drawer").open = true;
      byId("drawer-q")?.focus();
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
    const drawer = byId("drawer");
    const place = event.target.closest(".finding__places a");
    if (place && drawer && !isWide()) {
      drawer.open = false;
      byId("strip-more").open = false;
    }
  });

  show();
})();
