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
import { UploadProgress } from "./upload-progress.ts";
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
  "upload-progress": UploadProgress,
};

/** Starts the scripts that run on every page. The pages work without them too. */
export function startElements() {
  // This module may be loaded twice on a page.
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
  // Chromium may scroll to the fragment later, and then clears the focus. `moveFocus` sets it
  // again.
  if (target) moveFocus(() => target);
}
