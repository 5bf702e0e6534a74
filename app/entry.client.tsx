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

// Back may restore this page while it waits for a document that the router has requested.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && window.__remixRouter.state.navigation.state !== "idle") location.reload();
});

/**
 * Waits for the page's data, for which Remix throws a promise. Otherwise React would start
 * hydration at the first click or key press, and fail (its error 345).
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (awaited) {
    await awaited;
  }
}
