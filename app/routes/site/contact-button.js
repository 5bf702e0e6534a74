/* global document, HTMLElement, HTMLInputElement, HTMLTextAreaElement, FormData, addEventListener */
// Shows which fields of the contact form are missing: next to a field on blur, and above the
// button, which can still be focused (G-034, AX-1). Its rules are not stricter than the server’s.
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
  /** Shows the error of a field in the same way as the server, or removes it. */
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
    // If the button gets the focus, no error is shown, because it would move the button away from
    // the pointer before the click.
    if (name && event.relatedTarget !== button) tell(name);
  });
  form.addEventListener("input", (event) => {
    const name = nameIn(event);
    if (name && fieldOf(name)?.getAttribute("aria-invalid") === "true") tell(name);
    judge();
  });
  // Enter still submits the form, and the server returns the errors.
  button.addEventListener("click", (event) => {
    const [first, ...others] = wrong();
    if (!first) return;
    event.preventDefault();
    [first, ...others].forEach(tell);
    fieldOf(first)?.focus();
  });
  // If Back restores the page, it may also restore typed values.
  addEventListener("pageshow", judge);
  judge();
}
