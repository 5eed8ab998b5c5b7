// Passkeys, which only a script can request from the browser. Forms with `data-passkey` are submitted afterwards.
"use strict";

(() => {
  const forms = document.querySelectorAll("form[data-passkey]");
  if (!window.PublicKeyCredential) return;

  const optionsOf = async (form) => {
    if (form.dataset.options) return JSON.parse(form.dataset.options);
    const response = await fetch(form.dataset.optionsAt, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(response.statusText);
    return (await response.json()).request_options;
  };

  // A passkey that replaces the password needs other options of the device.
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

  const errorMessage = (error, messages) => {
    if (error.name === "NotAllowedError" || error.name === "AbortError") return messages.cancelled;
    return error.name === "InvalidStateError" ? messages.registered : messages.failed;
  };

  for (const form of forms) {
    const message = form.querySelector("[data-passkey-message]");
    form.querySelector("[data-passkey-ready]").hidden = false;
    form.querySelector("[data-passkey-missing]").hidden = true;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      message.hidden = true;
      try {
        const options = await optionsOf(form);
        const response = form.dataset.passkey === "create" ? await create(options, form) : await window.webauthnJSON.get(options);
        form.elements.credential.value = JSON.stringify(response);
        form.submit();
      } catch (error) {
        message.textContent = errorMessage(error, message.dataset);
        message.hidden = false;
      }
    });
  }
})();
