// A swap that keeps what is the same: htmx's `merge`. The table that comes is laid over the one that stands, element by
// element, so that a browser has to lay out, paint and wire up only what a change has changed.
"use strict";

(() => {
  let wired = []; // elements that are new to htmx, or ask for something else than before

  // What an element goes by among its siblings: its id, or for a line of a list the first one inside it.
  const keyOf = (node) => node.id || (node.nodeName === "LI" ? node.querySelector("[id]")?.id : undefined);
  const isAlike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;
  const ANEW = "[role=alert], [hx-trigger*=once]"; // is read out as it comes, or asks once for each answer
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  const isAnew = (node) => isElement(node) && node.matches(ANEW);
  const holdsAnew = (node) => isAnew(node) || (isElement(node) && node.querySelector(ANEW) !== null);

  function merge(here, come) {
    if (!isElement(here)) {
      here.nodeValue = come.nodeValue;
      return;
    }
    mergeAttributes(here, come);
    mergeChildren(here, come);
  }

  function mergeAttributes(here, come) {
    let asks = false;
    const change = (name, value) => {
      if (value === null) here.removeAttribute(name);
      else here.setAttribute(name, value);
      asks ||= name.startsWith("hx-");
    };
    for (const { name, value } of come.attributes) if (here.getAttribute(name) !== value) change(name, value);
    for (const { name } of [...here.attributes]) if (!come.hasAttribute(name)) change(name, null);
    if (asks) wired.push(here);
  }

  function mergeChildren(here, come) {
    let next = here.firstChild;
    let stay = null; // by their keys, those that stand here and those that are to
    const coming = [...come.childNodes];
    const put = (node) => {
      if (isElement(node)) wired.push(node);
      here.insertBefore(node, next);
    };
    for (const one of coming) {
      if (next?.isEqualNode(one) && !holdsAnew(one)) {
        next = next.nextSibling;
        continue;
      }
      stay ??= standing(next, coming);
      while (next && isGone(next, stay)) next = remove(next);
      const key = keyOf(one);
      const same = key ? stay.get(key) : next && !keyOf(next) && next;
      if (!same || !isAlike(same, one) || isAnew(one)) put(one);
      else {
        if (same === next) next = next.nextSibling;
        else here.insertBefore(same, next);
        if (!same.isEqualNode(one) || holdsAnew(one)) merge(same, one);
      }
    }
    while (next) next = remove(next);
  }

  // The siblings from `next` on that come again, by their keys.
  function standing(next, coming) {
    const keys = new Set(coming.map(keyOf));
    const stay = new Map();
    for (let node = next; node; node = node.nextSibling) {
      const key = keyOf(node);
      if (key && keys.has(key)) stay.set(key, node);
    }
    return stay;
  }

  function isGone(node, stay) {
    const key = keyOf(node);
    return key && stay.get(key) !== node;
  }

  function remove(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  htmx.defineExtension("merge", {
    handleSwap(style, target, fragment, settling) {
      const come = style === "merge" ? fragment.querySelector(`[id="${target.id}"]`) : null;
      if (!come) return false;
      const focused = document.activeElement;
      document.dispatchEvent(new CustomEvent("muster:comes", { detail: come }));
      wired = [];
      merge(target, come);
      if (focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
      settling.elts.push(target);
      return wired;
    },
  });
})();
