import { isFocusPlaced, moveFocus } from "#app/ui/focus.ts";
import { AddressFinder, rememberSubmitter } from "./address-finder.ts";
import { BotToken } from "./bot-token.ts";
import { FocusHeading } from "./focus-heading.ts";
import { guardRequests } from "./connectivity-guard.ts";
import { HubSpotForm } from "./hubspot-form.ts";
import { PassKey } from "./pass-key.ts";
import { AutoDismissBanner } from "./auto-dismiss-banner.ts";
import { AutoSubmit } from "./auto-submit.ts";
import { ScriptText } from "./script-text.ts";
import { checkRestoredPages } from "./restored-page-check.ts";

const elements = {
  "address-finder": AddressFinder,
  "bot-token": BotToken,
  "focus-heading": FocusHeading,
  "hubspot-form": HubSpotForm,
  "pass-key": PassKey,
  "passing-banner": AutoDismissBanner,
  "press-at-once": AutoSubmit,
  "scripts-say": ScriptText,
};

/** Starts the behaviour of all pages, which work without it too. */
export function startElements() {
  // The module may be loaded twice.
  if (customElements.get("scripts-say")) return;
  guardRequests();
  rememberSubmitter();
  checkRestoredPages();
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
  focusAnswer();
}

function focusAnswer() {
  const summary = document.querySelector<HTMLElement>(".error-summary");
  const part = document.getElementById(location.hash.slice(1));
  if (!summary && isFocusPlaced()) return;
  const target = summary ?? part?.querySelector<HTMLElement>("legend") ?? part;
  // Chromium clears the focus when it scrolls to the fragment, which may come later.
  if (target) moveFocus(() => target);
}
