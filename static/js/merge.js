// A swap that keeps what is the same: htmx's `merge`. The table that comes is laid over the one that stands, element by
// element, so that a browser has to lay out, paint and wire up only what a change has changed.
"use strict";

(() => {
  let changed = []; // elements that are new to htmx, or ask for something else than before

  // What an element goes by among its siblings: its id, or for a line of a list the first one inside it.
  const keyOf = (node) => node.id || (node.nodeName === "LI" ? node.querySelector("[id]")?.id : undefined);
  const isAlike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;
  const ALWAYS_NEW = "[role=alert], [hx-trigger*=once]"; // is read out as it comes, or sends a request once for each response
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  const isAlwaysNew = (node) => isElement(node) && node.matches(ALWAYS_NEW);
  const containsAlwaysNew = (node) => isAlwaysNew(node) || (isElement(node) && node.querySelector(ALWAYS_NEW) !== null);

  function merge(current, incoming) {
    if (!isElement(current)) {
      current.nodeValue = incoming.nodeValue;
      return;
    }
    mergeAttributes(current, incoming);
    mergeChildren(current, incoming);
  }

  function mergeAttributes(current, incoming) {
    let rewired = false;
    const change = (name, value) => {
      if (value === null) current.removeAttribute(name);
      else current.setAttribute(name, value);
      rewired ||= name.startsWith("hx-");
    };
    for (const { name, value } of incoming.attributes) if (current.getAttribute(name) !== value) change(name, value);
    for (const { name } of [...current.attributes]) if (!incoming.hasAttribute(name)) change(name, null);
    if (rewired) changed.push(current);
  }

  function mergeChildren(current, incoming) {
    let next = current.firstChild;
    let keyed = null; // by their keys, those that stand here and those that are to
    const nodes = [...incoming.childNodes];
    const insert = (node) => {
      if (isElement(node)) changed.push(node);
      current.insertBefore(node, next);
    };
    for (const one of nodes) {
      if (next?.isEqualNode(one) && !containsAlwaysNew(one)) {
        next = next.nextSibling;
        continue;
      }
      keyed ??= keyedSiblings(next, nodes);
      while (next && (isGone(next, keyed) || isTextBefore(next, one))) next = remove(next);
      const key = keyOf(one);
      const same = key ? keyed.get(key) : next && !keyOf(next) && next;
      if (!same || !isAlike(same, one)) insert(one);
      else if (isAlwaysNew(one)) {
        if (same === next) next = remove(next);
        else remove(same);
        insert(one);
      } else {
        if (same === next) next = next.nextSibling;
        else current.insertBefore(same, next);
        if (!same.isEqualNode(one) || containsAlwaysNew(one)) merge(same, one);
      }
    }
    while (next) next = remove(next);
  }

  // The siblings from `next` on that come again, by their keys.
  function keyedSiblings(next, nodes) {
    const keys = new Set(nodes.map(keyOf));
    const keyed = new Map();
    for (let node = next; node; node = node.nextSibling) {
      const key = keyOf(node);
      if (key && keys.has(key)) keyed.set(key, node);
    }
    return keyed;
  }

  function isGone(node, keyed) {
    const key = keyOf(node);
    return key && keyed.get(key) !== node;
  }

  // A text is made anew sooner than the element after it is moved.
  const isTextBefore = (node, incoming) => isElement(incoming) && !isElement(node);

  function remove(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  // Cards have the numbers of their places, and move up as one before them is taken away. Each goes on as the card that it
  // is, with its pictures, under the number of its new place.
  const cardsOf = (table) => [...table.querySelectorAll(".pick[id^=pick-]")];
  const titleOf = (card) => card.querySelector(".pick__name").textContent;

  function renumberCards(table, incoming) {
    const places = new Map(); // by title: where cards of that title are to lie, in their order
    for (const card of cardsOf(incoming)) places.set(titleOf(card), [...(places.get(titleOf(card)) ?? []), card.id]);
    for (const card of cardsOf(table)) {
      const place = places.get(titleOf(card))?.shift();
      if (!place) card.remove();
      else if (place !== card.id) renumber(card, card.id.slice("pick-".length), place.slice("pick-".length));
    }
  }

  function renumber(card, number, to) {
    const numbered = new RegExp(`(-|-p)${number}(?=-|$)`); // pick-3-upgrade-0, number-p3-…
    for (const one of [card, ...card.querySelectorAll("[id]")]) one.id = one.id.replace(numbered, `$1${to}`);
  }

  htmx.defineExtension("merge", {
    handleSwap(style, target, fragment, settling) {
      const incoming = style === "merge" ? fragment.querySelector(`[id="${target.id}"]`) : null;
      if (!incoming) return false;
      const focused = document.activeElement;
      document.dispatchEvent(new CustomEvent("muster:incoming", { detail: incoming }));
      changed = [];
      renumberCards(target, incoming);
      merge(target, incoming);
      if (focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
      settling.elts.push(target);
      return changed;
    },
  });
})();
