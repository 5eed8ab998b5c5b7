// What can be said of any page without knowing it: returns a list of what is wrong with it.
() => {
  const faults = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const text = (one) => (one?.textContent ?? "").replace(/\s+/g, " ").trim();
  const start = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 160);
  const labelledBy = (one) =>
    (one.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean).map((id) => text(document.getElementById(id))).join(" ");
  const named = (one) => (one.getAttribute("aria-label") ?? "").trim() || labelledBy(one) || (one.getAttribute("title") ?? "").trim();

  if (!document.documentElement.lang) faults.push("the page does not say its language");
  if (!text(document.querySelector("title"))) faults.push("the page has no title");
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown);
  const first = headings.filter((one) => one.tagName === "H1");
  if (first.length !== 1) faults.push(`${first.length} h1: ${first.map(text).join(" | ")}`);
  let level = 1;
  for (const heading of headings) {
    const here = Number(heading.tagName[1]);
    if (here > level + 1) faults.push(`h${here} after h${level}: ${text(heading)}`);
    if (!text(heading)) faults.push(`an empty heading: ${start(heading)}`);
    level = here;
  }
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) faults.push(`the id ${id} stands twice`);
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
    for (const one of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of one.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) faults.push(`${attribute} names ${id}, which is nowhere: ${start(one)}`);
      }
    }
  }

  for (const image of document.querySelectorAll("img")) {
    if (!image.hasAttribute("alt")) faults.push(`a picture without a text: ${start(image)}`);
  }
  for (const drawing of document.querySelectorAll("svg")) {
    const silent = drawing.closest("[aria-hidden=true]");
    // A drawing is a picture with a name, or a group with one, whose own words are read (a page made for paper).
    const role = drawing.getAttribute("role");
    const told = (role === "img" && (named(drawing) || text(drawing.querySelector("title")))) || (role === "group" && named(drawing));
    if (shown(drawing) && !silent && !told) faults.push(`a drawing neither told nor hidden: ${start(drawing)}`);
  }
  for (const control of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!control.labels?.length && !named(control)) faults.push(`a field without a label: ${start(control)}`);
    for (const label of control.labels ?? []) if (!text(label)) faults.push(`an empty label: ${start(control)}`);
  }
  for (const one of document.querySelectorAll("a[href], button, summary")) {
    if (one.closest("[aria-hidden=true]") && one.tabIndex < 0) continue;  // for the pointer alone, beside a named link
    const pictures = [...one.querySelectorAll("img[alt], svg[role=img]")].map((picture) => picture.alt || named(picture) || text(picture));
    if (!text(one) && !named(one) && !pictures.join("")) faults.push(`nothing says what this is: ${start(one)}`);
  }
  for (const one of document.querySelectorAll("[style]")) {
    if (!one.closest("svg")) faults.push(`a style in the page: ${start(one)}`);
  }
  return faults;
};
