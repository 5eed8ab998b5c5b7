// Sends a large file in parts, so that a lost connection costs only one part. Without this script
// the form sends it as a whole.
"use strict";

const TRIES = 6;

async function digest(file) {
  if (!crypto.subtle) return "";
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Sends a request. What the server refuses for good it says in words, `text`; whatever else comes instead is worth another try. */
async function request(address, options) {
  const response = await fetch(address, { credentials: "same-origin", ...options });
  const data = await response.json().catch(() => null);
  if (!response.ok || !data) throw Object.assign(new Error(), { text: data?.message, final: data && response.status < 500 });
  return data;
}

/* Sends what is missing; after a break it asks how far the server has come, and goes on from there. */
async function send(file, address, headers, part, show) {
  let { received, whole, address: seen } = await request(address, { headers });
  let failed = 0;
  while (!whole) {
    show(received / file.size);
    try {
      ({ received, whole, address: seen } = await request(address, {
        method: "POST",
        headers: { ...headers, "Upload-Offset": String(received) },
        body: file.slice(received, received + part),
      }));
      failed = 0;
    } catch (error) {
      failed += 1;
      if (error.final || failed > TRIES) throw error;
      await new Promise((done) => setTimeout(done, 500 * 2 ** failed));
    }
  }
  return seen;
}

for (const form of document.querySelectorAll("form[data-chunk-size]")) {
  form.addEventListener("submit", async (event) => {
    const part = Number(form.dataset.chunkSize);
    const [file] = form.elements.file.files;
    if (!file || (!form.dataset.resume && file.size <= part)) return;
    event.preventDefault();
    const line = form.querySelector(".muster-progress");
    const show = (share) => {
      line.hidden = false;
      line.querySelector("progress").value = share;
      line.querySelector("span").textContent = form.dataset.textProgress.replace("{share}", Math.floor(share * 100));
    };
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    const headers = { Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
    try {
      let address = form.dataset.resume;
      if (!address) {
        const body = new FormData(form);
        body.delete("file");
        body.set("name", file.name);
        body.set("size", String(file.size));
        body.set("sha256", await digest(file));
        ({ part: address } = await request(form.action, { method: "POST", headers, body }));
      }
      location.assign(await send(file, address, headers, part, show));
    } catch (error) {
      line.hidden = false;
      line.querySelector("span").textContent = error.text || form.dataset.textOffline;
      button.disabled = false;
    }
  });
}
