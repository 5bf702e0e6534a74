// Lets the contact form be sent once every question that it needs is answered (G-034). It is not stricter than the server.
const form = document.forms.namedItem("contact-us");
const button = form?.querySelector(".submit-row button");
if (form && button instanceof HTMLButtonElement) {
  const judge = () => {
    const typed = new FormData(form);
    const fits = (/** @type {string} */ name, /** @type {RegExp} */ pattern) =>
      pattern.test(String(typed.get(name)).trim());
    button.disabled = !(
      ["full_name", "message", "referrer"].every((name) => fits(name, /../s)) &&
      fits("email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/) &&
      fits("mobile_number", /^$|(\D*\d){7}/)
    );
  };
  form.addEventListener("input", judge);
  // What was typed may be there again after Back.
  addEventListener("pageshow", judge);
  judge();
}
