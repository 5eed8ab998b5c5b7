// Keys on the table, and details next to it. Everything here is a button or a link
// of the page, which also works without a script.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const builder = () => byId("builder");
  const isTyping = (element) => element?.matches?.("input:not([type=file], [type=checkbox], [type=radio]), textarea, select");

  // -- keys on the table: move between cards and places, remove a card ---------------------------------------------------
  const CARDS = ".pick:not(.pick--new), .deck__card";
  const cards = () => [...builder().querySelectorAll(CARDS)];
  const nameOf = (card) => card.querySelector(".pick__name a, .deck__name a") ?? card.querySelector("[id^=name-]");
  const stopsOf = (card) => [nameOf(card), ...[...card.querySelectorAll(".slot")].map((slot) => slot.querySelector(".slot__place, .slot__name a, button"))].filter(Boolean);

  function walk(event, card) {
    const stops = stopsOf(card);
    const at = Math.max(0, stops.findIndex((stop) => stop.closest(".slot") ? stop.closest(".slot").contains(event.target) : stop.contains(event.target)));
    const all = cards();
    const near = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = near
      ? all[all.indexOf(card) + near] && nameOf(all[all.indexOf(card) + near])
      : { ArrowUp: stops[at - 1], ArrowDown: stops[at + 1], Home: nameOf(all[0]), End: nameOf(all.at(-1)) }[event.key];
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  const PLACE_FOR_ONE_MORE = "#add-creature, .deck__add";
  function backToLast(event) {
    const last = cards().at(-1);
    if (!last || !/^Arrow(Left|Up)$/.test(event.key)) return;
    event.preventDefault();
    nameOf(last).focus();
  }

  let goOnFrom = null; // the place of the card that was removed by key
  function remove(event, card) {
    const slot = event.target.closest(".slot:not(.slot--open)");
    if (!slot && event.target.closest(".slot, button, summary, details")) return;
    const button = slot ? slot.querySelector("[id^=take-]") : card.querySelector("[id^=remove-]") ?? card.querySelector("[id^=fewer-]");
    if (!button) return;
    event.preventDefault();
    goOnFrom = cards().indexOf(card);
    button.click();
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (goOnFrom === null || event.detail.target?.id !== "builder") return;
    const all = cards();
    const card = all[Math.min(goOnFrom, all.length - 1)];
    goOnFrom = null;
    if (card) nameOf(card).focus();
  });

  document.addEventListener("keydown", (event) => {
    if (!builder() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !beside.hidden) return close();
    if (event.key === "Escape") closePanel(event);
    if (event.target.matches?.(PLACE_FOR_ONE_MORE)) return backToLast(event);
    const card = event.target.closest?.(CARDS);
    if (!card || isTyping(event.target)) return;
    if (event.key === "Delete" || event.key === "Backspace") remove(event, card);
    else if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) walk(event, card);
  });

  // Leaving the candidate list returns to the table, and open parts of the strip stay open.
  function closePanel(event) {
    const strip = event.target.closest?.("#candidate-list") ? "" : ", #strip-more[open]";
    const panel = document.querySelector(`details.panel[open], #panel-name[open]${strip}`);
    if (!panel) return;
    panel.open = false;
    panel.querySelector("summary").focus();
  }

  // -- the name, edited in place ---------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    if (event.target.closest("#legion-name")) byId("panel-name").open = true;
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "panel-name" || !event.target.open) return;
    byId("name").focus();
    byId("name").select();
  }, true);

  // -- density ------------------------------------------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const chosen = event.target.closest(".density__choice");
    if (!chosen) return;
    for (const one of document.querySelectorAll(".density__choice")) one.setAttribute("aria-pressed", String(one.value === chosen.value));
    builder().className = `builder builder--${chosen.value}`;
  });

  // -- next to the table: a card, a rule, the odds ------------------------------------------------------------------------
  const beside = byId("beside");
  const BESIDE = /^\/(?:[a-z]{2}\/)?(?:cards|rules|odds)\//;
  let cameFrom = null;
  let asked = 0;

  async function look(address, from) {
    const ask = ++asked;
    const response = await fetch(address).catch(() => null);
    if (ask !== asked) return; // a later request is shown
    if (!response?.ok) return window.location.assign(address);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const part = (address.hash && page.getElementById(address.hash.slice(1))) || page.querySelector("main");
    const title = page.querySelector("h1")?.textContent.trim() ?? "";
    for (const one of part.querySelectorAll("script, form[method=post], .crumbs, .script-message")) one.remove();
    const content = byId("beside-content");
    const isTaken = (id) => byId(id) && !content.contains(byId(id)); // the current content is replaced, with its ids
    for (const one of part.querySelectorAll("[id]")) if (isTaken(one.id)) one.removeAttribute("id");
    byId("beside-title").textContent = title;
    byId("beside-whole").href = address;
    const again = content.contains(from) && from.matches("form");
    const scrolled = again ? content.scrollTop : 0;
    const field = again && content.contains(document.activeElement) ? document.activeElement.name : "";
    content.replaceChildren(...(part.tagName === "MAIN" ? part.childNodes : [part]));
    if (beside.hidden) cameFrom = from;
    beside.hidden = false;
    ((field && content.querySelector(`[name="${CSS.escape(field)}"]`)) || beside).focus({ preventScroll: true });
    content.scrollTop = scrolled;
  }

  function close() {
    beside.hidden = true;
    byId("beside-content").replaceChildren();
    const back = cameFrom?.isConnected ? cameFrom : byId(cameFrom?.id);
    back?.focus({ preventScroll: true });
    cameFrom = null;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#beside-close")) return close();
    const link = event.target.closest("#builder a[href], #beside-content a[href]");
    const modified = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented || link.hasAttribute("hx-get")) return;
    const address = new URL(link.href);
    if (address.origin !== window.location.origin || !BESIDE.test(address.pathname)) return;
    event.preventDefault();
    look(address, link);
  });
  function send(form) {
    const address = form.getAttribute("action") || byId("beside-whole").href.split("?")[0];
    look(new URL(`${address}?${new URLSearchParams(new FormData(form))}`, window.location), form);
  }

  // A choice in a form there is submitted at once, as on the form's own page, even if the form is incomplete.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("#beside-content form");
    if (form) send(form);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("#beside-content form");
    if (!form) return;
    event.preventDefault();
    send(form);
  });

  // -- preview of the card under the pointer, and the places for it --------------------------------------------------------
  const preview = byId("preview");
  const faceOf = (element) => {
    const link = element.querySelector("a[href*='/cards/']");
    if (link?.dataset.face) return link.dataset.face; // with own numbers
    const [, game, slug] = link?.pathname.match(/\/cards\/([\w-]+)\/([\w-]+)\/$/) ?? [];
    const { lang } = document.documentElement;
    return slug && `/faces/${builder().dataset.release}/${game}/${slug}.svg${lang === "en" ? "" : `?lang=${lang}`}`;
  };

  function showFace(element) {
    const face = faceOf(element);
    if (!face) return;
    const box = element.getBoundingClientRect();
    const right = box.left > window.innerWidth / 2;
    preview.src = face;
    preview.hidden = false;
    preview.style.setProperty("left", right ? `${box.left - preview.offsetWidth - 16}px` : `${box.right + 16}px`);
    preview.style.setProperty("top", `${Math.max(8, Math.min(box.top - 24, window.innerHeight - preview.offsetHeight - 90))}px`);
  }

  function glow(icon) {
    for (const slot of builder().querySelectorAll(".slot--open")) {
      const takes = icon && (icon === "any" || [icon, "any"].includes(slot.dataset.icon));
      slot.classList.toggle("slot--glow", Boolean(takes));
    }
  }

  const LOOKED_AT = ".candidate, .slot:not(.slot--open)";
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || !builder()) return;
    if (builder().matches(".builder--dragging")) return; // the dragged card is marked, not the card under the pointer
    const element = event.target.closest(LOOKED_AT);
    if (element?.contains(event.relatedTarget)) return;
    preview.hidden = true;
    if (element) showFace(element);
    glow(element?.dataset.slot);
  });
  document.addEventListener("focusin", (event) => builder() && glow(event.target.closest(".candidate")?.dataset.slot));
  document.addEventListener("muster:held", (event) => {
    preview.hidden = true;
    glow(event.detail);
  });
  const hidePreview = () => { preview.hidden = true; };
  document.addEventListener("htmx:beforeSwap", hidePreview);
  document.addEventListener("scroll", hidePreview, { capture: true, passive: true }); // its card moves away from under the pointer
})();
