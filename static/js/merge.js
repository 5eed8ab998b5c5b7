// The htmx swap `merge`, which keeps unchanged elements. The new table is merged into the current one, element by
// element, so that the browser lays out, paints and initializes only changed parts.
"use strict";

(() => {
  let changed = []; // elements that are new to htmx, or have other requests than before

  // The key of an element among its siblings: its id, or for a list item the first id inside it.
  const keyOf = (node) => node.id || (node.nodeName === "LI" ? node.querySelector("[id]")?.id : undefined);
  const isAlike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;
  const ALWAYS_NEW = "[role=alert], [hx-trigger*=once]"; // is announced when inserted, or sends one request for each response
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
    let keyed = null; // the current and the new siblings, by key
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

  // The siblings from `next` on that are kept, by key.
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

  // Creating a text is cheaper than moving the element after it.
  const isTextBefore = (node, incoming) => isElement(incoming) && !isElement(node);

  function remove(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  // The ids of cards have the numbers of their places, which change when a card before them is removed. Each element
  // stays that of its card, with its pictures, and gets the number of its new place.
  const cardsOf = (table) => [...table.querySelectorAll(".pick[id^=pick-]")];
  const titleOf = (card) => card.querySelector(".pick__name").textContent;

  function renumberCards(table, incoming) {
    const places = new Map(); // the places of the cards of each title, in order
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
