// What makes the builder quicker to use. Everything here also works without: each button is part of a form, each
// place a link. The server answers with the table; this keeps what a person was doing where it was.
"use strict";

(() => {
  const builder = () => document.getElementById("builder");
  const byId = (id) => (id ? document.getElementById(id) : null);
  const isWide = () => window.matchMedia("(min-width: 64rem)").matches;
  const isTyping = (element) => element?.matches?.("input:not([type=file]), textarea, select");

  // -- around a swap: open panels, how far the drawer was scrolled, where the focus goes ---------------------------
  let before = null;
  let toDrawer = false;

  function remember() {
    const body = document.getElementById("drawer-body");
    before = {
      title: document.getElementById("drawer-title")?.textContent,
      scrolled: body?.scrollTop ?? 0,
      open: [...builder().querySelectorAll("details[data-keep][open]")].map((panel) => panel.id),
    };
  }

  function restore() {
    const now = builder();
    document.getElementById("builder-said").textContent = now.dataset.said.trim();
    for (const id of before?.open ?? []) byId(id)?.setAttribute("open", "");
    if (before && before.title === document.getElementById("drawer-title")?.textContent) {
      document.getElementById("drawer-body").scrollTop = before.scrolled;
    }
    before = null;
    show();
    const target = byId("notice") ?? (toDrawer ? byId("drawer-q") : byId(now.dataset.focus));
    if (target && !(toDrawer && !isWide() && target.id === "drawer-q")) target.focus({ preventScroll: isWide() });
    if (byId("notice")) byId("notice").scrollIntoView({ block: "nearest" });
    toDrawer = false;
  }

  // Parts that only work with a script are hidden until there is one.
  function show() {
    for (const element of document.querySelectorAll("#keys[hidden], #copy-link[hidden]")) element.hidden = false;
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
  document.addEventListener("htmx:afterSettle", (event) => {
    if (before && event.detail.target) restore();
    else show();
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
  document.addEventListener("click", async (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      const field = byId(copy.dataset.copy);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        byId("builder-said").textContent = "Link copied.";
        copy.classList.add("copied");
        copy.lastChild.textContent = "Copied";
      } catch {
        byId("builder-said").textContent = "The link is selected: copy it from the field.";
      }
    }
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
