// Passkeys: what only a script can ask a browser for. Forms marked `data-passkey` are sent once it has answered.
"use strict";

(() => {
  const forms = document.querySelectorAll("form[data-passkey]");
  if (!window.PublicKeyCredential) return;

  const optionsOf = async (form) => {
    if (form.dataset.options) return JSON.parse(form.dataset.options);
    const answer = await fetch(form.dataset.optionsAt, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).request_options;
  };

  // Whether it logs in alone decides what is asked of the device.
  const create = (options, form) => {
    const alone = form.elements.passwordless?.checked ?? false;
    options.publicKey.authenticatorSelection = {
      ...options.publicKey.authenticatorSelection,
      residentKey: alone ? "required" : "discouraged",
      requireResidentKey: alone,
      ...(alone && { userVerification: "required" }),
    };
    return window.webauthnJSON.create(options);
  };

  const why = (error, words) => {
    if (error.name === "NotAllowedError" || error.name === "AbortError") return words.cancelled;
    return error.name === "InvalidStateError" ? words.registered : words.failed;
  };

  for (const form of forms) {
    const said = form.querySelector("[data-passkey-message]");
    form.querySelector("[data-passkey-ready]").hidden = false;
    form.querySelector("[data-passkey-missing]").hidden = true;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      said.hidden = true;
      try {
        const options = await optionsOf(form);
        const answer = form.dataset.passkey === "create" ? await create(options, form) : await window.webauthnJSON.get(options);
        form.elements.credential.value = JSON.stringify(answer);
        form.submit();
      } catch (error) {
        said.textContent = why(error, said.dataset);
        said.hidden = false;
      }
    });
  }
})();
