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

// When Back restores this page, the router may still be waiting for a document that it requested
// before the visitor left. The page then reloads.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && window.__remixRouter.state.navigation.state !== "idle") location.reload();
});

/**
 * Waits for the page's data, for which Remix throws a promise. Without this wait, React would start
 * hydration at the first click or key press, and fail with its error 345.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (awaited) {
    await awaited;
  }
}
