/* global window, document, fetch, setTimeout, URL, URLSearchParams */

// Double of Stripe.js. It can only do what our payment page and @stripe/react-stripe-js use. It
// sends the card to /mocks/stripe/confirm on the server of this script. The card never becomes part
// of the page's form, because its fields have no names.
(() => {
  const server = new URL("/mocks/stripe/", document.currentScript.src);
  let numberOfElements = 0;

  const fields = [
    {
      name: "number",
      label: "Card number",
      autocomplete: "cc-number",
    },
    { name: "expiry", label: "Expiry (MM/YY)", autocomplete: "cc-exp" },
    { name: "cvc", label: "Security code", autocomplete: "cc-csc" },
  ];

  class PaymentElement {
    listeners = new Map();
    inputs = {};
    box = document.createElement("div");

    constructor() {
      const id = (numberOfElements += 1);
      this.box.className = "StripeElement stack";
      for (const { name, label, autocomplete } of fields) {
        const input = document.createElement("input");
        Object.assign(input, {
          id: `stripe-${id}-${name}`,
          autocomplete,
          inputMode: "numeric",
        });
        input.className = "input";
        input.addEventListener("input", () => this.changed());
        input.addEventListener("focus", () => this.emit("focus"));
        input.addEventListener("blur", () => this.emit("blur"));
        // At Stripe these fields are in a frame, so the Enter key does not submit the page's form.
        input.addEventListener(
          "keydown",
          (event) => event.key === "Enter" && event.preventDefault(),
        );
        const caption = document.createElement("label");
        caption.className = "label";
        caption.htmlFor = input.id;
        caption.textContent = label;
        const row = document.createElement("div");
        row.className = "field";
        row.append(caption, input);
        this.box.append(row);
        this.inputs[name] = input;
      }
    }

    mount(target) {
      const place = typeof target === "string" ? document.querySelector(target) : target;
      place.replaceChildren(this.box);
      setTimeout(() => this.emit("ready"));
    }

    changed() {
      const complete = Object.values(this.inputs).every((input) => input.value.trim() !== "");
      this.emit("change", {
        complete,
        empty: !complete,
        collapsed: false,
        value: { type: "card" },
      });
    }

    card() {
      return Object.fromEntries(
        Object.entries(this.inputs).map(([name, input]) => [name, input.value]),
      );
    }

    emit(type, detail = {}) {
      for (const listener of this.listeners.get(type) ?? []) {
        listener({ elementType: "payment", ...detail });
      }
    }

    on(type, listener) {
      this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
      return this;
    }

    once(type, listener) {
      const first = (event) => {
        this.off(type, first);
        listener(event);
      };
      return this.on(type, first);
    }

    off(type, listener) {
      const kept = (this.listeners.get(type) ?? []).filter(
        (known) => listener && known !== listener,
      );
      this.listeners.set(type, kept);
      return this;
    }

    unmount() {
      this.box.remove();
    }

    destroy() {
      this.unmount();
      this.listeners.clear();
      this.onDestroy?.();
    }

    focus() {
      this.inputs.number.focus();
    }

    blur() {
      document.activeElement?.blur();
    }

    clear() {
      for (const input of Object.values(this.inputs)) input.value = "";
    }

    update() {}
    collapse() {}
  }

  class Elements {
    element = null;

    constructor(options = {}) {
      this.options = options;
    }

    create(type) {
      if (type !== "payment")
        throw new Error(`The stand-in for Stripe.js has no "${type}" element`);
      if (this.element)
        throw new Error("Can only create one Element of type payment through elements().");
      this.element = new PaymentElement();
      this.element.onDestroy = () => (this.element = null);
      return this.element;
    }

    getElement() {
      return this.element;
    }

    update(options) {
      Object.assign(this.options, options);
    }

    async fetchUpdates() {
      return {};
    }

    async submit() {
      return this.element
        ? {}
        : { error: { type: "validation_error", message: "There is no payment element." } };
    }

    on() {
      return this;
    }

    off() {
      return this;
    }
  }

  async function ask(path, options) {
    try {
      const response = await fetch(new URL(path, server), options);
      return await response.json();
    } catch {
      const message =
        "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.";
      return { error: { type: "api_connection_error", message } };
    }
  }

  function Stripe(publishableKey) {
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_")) {
      throw new Error("Please call Stripe() with your publishable key. You used an empty string.");
    }

    async function confirmPayment({
      elements,
      clientSecret,
      confirmParams = {},
      redirect = "always",
    }) {
      const secret = clientSecret ?? elements?.options.clientSecret ?? "";
      const card = elements?.getElement("payment")?.card() ?? {};
      const body = new URLSearchParams({
        ...card,
        client_secret: secret,
        return_url: confirmParams.return_url ?? "",
      });
      const answer = await ask("confirm", { method: "POST", body });
      if (answer.error) return { error: answer.error };
      const next = answer.redirect ?? (redirect === "always" ? answer.return_url : null);
      if (!next) return { paymentIntent: answer.payment_intent };
      window.location.assign(next);
      // Never resolve this promise, because the browser is leaving the page. Stripe does the same.
      return new Promise(() => {});
    }

    async function retrievePaymentIntent(clientSecret) {
      const answer = await ask(`intent?${new URLSearchParams({ client_secret: clientSecret })}`);
      return answer.error ? { error: answer.error } : { paymentIntent: answer.payment_intent };
    }

    async function missing() {
      throw new Error("The stand-in for Stripe.js cannot do this");
    }

    return {
      elements: (options) => new Elements(options),
      confirmPayment,
      retrievePaymentIntent,
      // @stripe/react-stripe-js requires these members to exist.
      createToken: missing,
      createPaymentMethod: missing,
      confirmCardPayment: missing,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  Stripe.version = "basil";
  window.Stripe = Stripe;
})();
