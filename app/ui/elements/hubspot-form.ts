type EmbedOptions = {
  region: string;
  portalId: string;
  formId: string;
  target: string;
  css: string;
  cssRequired: string;
};

declare global {
  interface Window {
    hbspt?: { forms: { create: (options: EmbedOptions) => void } };
  }
}

/** Region of the HubSpot data centre that stores the form (G-066, G-067). */
const REGION = "eu1";

/**
 * Element that loads HubSpot’s form into our page. The form is not in a frame, because it is loaded
 * without styles.
 */
export class HubSpotForm extends HTMLElement {
  connectedCallback() {
    const { scriptUrl = "", portalId = "", formId = "" } = this.dataset;
    const target = `#${this.querySelector("div")?.id}`;
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () =>
      window.hbspt?.forms.create({
        region: REGION,
        portalId,
        formId,
        target,
        css: "",
        cssRequired: "",
      });
    script.onerror = () =>
      this.#say("We couldn’t load the form. Please use one of the other ways below.");
    document.head.append(script);
  }

  #say(words: string) {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = words;
  }
}
