import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { APP_ID } from "#app/ui/document.tsx";
import { startElements } from "#app/ui/elements/start.ts";

startElements();
await pageData();

startTransition(() => {
  const app = document.getElementById(APP_ID);
  if (!app) return;
  hydrateRoot(
    app,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// Back may show this page as it was left: waiting for the document that the router has loaded instead.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && window.__remixRouter.state.navigation.state !== "idle") location.reload();
});

/**
 * Remix makes React wait for the page's data by a thrown promise. React would begin with the page nevertheless as soon as
 * somebody presses or types, and give up (its error 345), so that it begins once the data is there.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (awaited) {
    await awaited;
  }
}
