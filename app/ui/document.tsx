import {
  Links,
  Meta,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { useDocumentTitle } from "./document-title.tsx";
import { NetworkMessage } from "./network-message.tsx";
import { NonceContext } from "./nonce.ts";
import { readHandles } from "./page.ts";
import { RouteFocus } from "./route-focus.tsx";
import { SharingTags } from "./sharing-tags.tsx";
import { Toasts } from "./toasts.tsx";

/** The whole HTML document, for pages and for errors alike. */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  // Null, not undefined, where nothing has failed.
  const failed = Boolean(useRouteError());
  const handle = readHandles(useMatches());
  const scripts = handle.scripts !== false && !failed;
  const title = useDocumentTitle(handle);
  const robots = failed ? "noindex, nofollow" : handle.robots;
  return (
    <html lang="en-GB" data-scripts={scripts || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0e4f4a" />
        <title>{title}</title>
        {handle.description ? <meta name="description" content={handle.description} /> : null}
        {robots ? <meta name="robots" content={robots} /> : null}
        {failed ? null : <SharingTags handle={handle} title={title} />}
        <Meta />
        <Links />
      </head>
      <body data-density={handle.density}>
        <a className="skip" href="#main">
          Skip to main content
        </a>
        <Toasts />
        {children}
        <RouteFocus />
        {scripts ? (
          <>
            <NetworkMessage />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}
