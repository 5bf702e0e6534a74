import { BotToken } from "./bot-token.ts";
import { FocusHeading } from "./focus-heading.ts";
import { PassingBanner } from "./passing-banner.ts";
import { PressAtOnce } from "./press-at-once.ts";
import { focusSummary, sendForms } from "./send-forms.ts";

/**
 * What scripts do without React: on every page by its elements, which the server has sent and which do nothing where this
 * module does not come; on pages without React also with their forms.
 */
if (!document.documentElement.hasAttribute("data-react")) {
  sendForms();
  // It was sent before this module had come.
  if (document.querySelector(".error-summary")) focusSummary();
}

const elements = {
  "bot-token": BotToken,
  "focus-heading": FocusHeading,
  "passing-banner": PassingBanner,
  "press-at-once": PressAtOnce,
};
for (const [name, element] of Object.entries(elements)) {
  // The module may come twice.
  if (!customElements.get(name)) customElements.define(name, element);
}
