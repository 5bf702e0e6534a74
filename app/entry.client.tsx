import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { APP_ID } from "#app/ui/document.tsx";
import { holdFailedRequests } from "#app/ui/network.ts";

holdFailedRequests();

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
