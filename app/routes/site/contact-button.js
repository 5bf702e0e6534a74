/* global document, HTMLElement, HTMLInputElement, HTMLTextAreaElement, FormData, addEventListener */
// Says what the contact form still needs: at a field once it is left, and above the button, which can always be reached
// (G-034, AX-1). It is not stricter than the server.
const form = document.forms.namedItem("contact-us");
const button = form?.querySelector(".submit-row button");
const missing = form?.querySelector("[data-errors]");
if (form && button && missing instanceof HTMLElement) {
  /** @type {Record<string, string>} */
  const errors = JSON.parse(missing.dataset.errors ?? "{}");
  const start = missing.textContent;
  /** @type {Record<string, RegExp>} */
  const patterns = { email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, mobile_number: /^$|(\D*\d){7}/ };
  const isWrong = (/** @type {string} */ name) =>
    !(patterns[name] ?? /../s).test(String(new FormData(form).get(name)).trim());
  const wrong = () => Object.keys(errors).filter(isWrong);
  const fieldOf = (/** @type {string} */ name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
  };
  const nameOf = (/** @type {string} */ name) =>
    fieldOf(name)?.labels?.[0]?.firstChild?.textContent;

  const judge = () => {
    const names = wrong();
    button.setAttribute("aria-disabled", String(names.length > 0));
    const isUntouched = names.length === Object.keys(errors).length - 1;
    const still = names.length > 0 ? `Still needed: ${names.map(nameOf).join(", ")}` : "";
    missing.textContent = isUntouched ? start : still;
  };
  /** Shows the error of a field as the server does, or takes it away. */
  const tell = (/** @type {string} */ name) => {
    const field = fieldOf(name);
    if (!field) return;
    const id = `${field.id}-error`;
    document.getElementById(id)?.remove();
    const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
    const others = described.filter((each) => each && each !== id);
    const error = isWrong(name) ? document.createElement("div") : null;
    if (error) {
      const text = document.createElement("p");
      const words = document.createElement("span");
      const sign = document.createElement("span");
      text.className = "error";
      sign.className = "vh";
      sign.append("Error: ");
      words.append(sign, errors[name] ?? "");
      text.append(words);
      error.id = id;
      error.append(text);
      field.before(error);
      others.push(id);
    }
    field.closest(".field")?.classList.toggle("has-error", error !== null);
    field.setAttribute("aria-invalid", String(error !== null));
    field.setAttribute("aria-describedby", others.join(" "));
  };
  const nameIn = (/** @type {Event} */ { target }) =>
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
    target.name in errors
      ? target.name
      : null;

  missing.id = "contact-missing";
  button.setAttribute("aria-describedby", missing.id);
  form.addEventListener("focusout", (event) => {
    const name = nameIn(event);
    // An error that moves the button from under the pointer would lose the click; the form says it then.
    if (name && event.relatedTarget !== button) tell(name);
  });
  form.addEventListener("input", (event) => {
    const name = nameIn(event);
    if (name && fieldOf(name)?.getAttribute("aria-invalid") === "true") tell(name);
    judge();
  });
  // Enter sends the form all the same, and the server says what is wrong.
  button.addEventListener("click", (event) => {
    const [first, ...others] = wrong();
    if (!first) return;
    event.preventDefault();
    [first, ...others].forEach(tell);
    fieldOf(first)?.focus();
  });
  // What was typed may be there again after Back.
  addEventListener("pageshow", judge);
  judge();
}
