import { AddressFinder } from "./address-finder.ts";
import { BotToken } from "./bot-token.ts";
import { CarryTyped } from "./carry-typed.ts";
import { FocusHeading } from "./focus-heading.ts";
import { HubSpotForm } from "./hubspot-form.ts";
import { PassKey } from "./pass-key.ts";
import { PassingBanner } from "./passing-banner.ts";
import { PressAtOnce } from "./press-at-once.ts";
import { ScriptsSay } from "./scripts-say.ts";
import { focusAnswer, sendForms } from "./send-forms.ts";

/** What scripts do on a page without React: by elements, which the server has sent, and with forms. All works without it too. */
sendForms();
// It was sent before this module had come.
if (document.querySelector(".error-summary")) focusAnswer();

const elements = {
  "address-finder": AddressFinder,
  "bot-token": BotToken,
  "carry-typed": CarryTyped,
  "focus-heading": FocusHeading,
  "hubspot-form": HubSpotForm,
  "pass-key": PassKey,
  "passing-banner": PassingBanner,
  "press-at-once": PressAtOnce,
  "scripts-say": ScriptsSay,
};
for (const [name, element] of Object.entries(elements)) {
  // The module may come twice.
  if (!customElements.get(name)) customElements.define(name, element);
}
