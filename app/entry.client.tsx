import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { APP_ID } from "#app/ui/document.tsx";
import { holdFailedRequests } from "#app/ui/network.ts";
import { watchEarlyTyping } from "#app/ui/typed-early.ts";

holdFailedRequests();
await pageData();

startTransition(() => {
  const app = document.getElementById(APP_ID);
  if (!app) return;
  hydrateRoot(
    app,
    <StrictMode>
      <Then run={watchEarlyTyping(app)}>
        <RemixBrowser />
      </Then>
    </StrictMode>,
  );
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

/** Runs once all that is in it is shown. */
function Then({ run, children }: { run: () => void; children: ReactNode }) {
  useEffect(run, [run]);
  return children;
}
