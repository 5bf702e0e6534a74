import {
  Links,
  Scripts,
  ScrollRestoration,
  UNSAFE_RemixContext,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import elements from "virtual:elements";
import { useDocumentTitle } from "./document-title.tsx";
import { useFollowingHead, useHeadTags } from "./head.ts";
import { NetworkDialog, NetworkMessage } from "./network-message.tsx";
import { NonceContext } from "./nonce.ts";
import { type LayoutHandle, type PageKind, readHandles } from "./page.ts";
import { RouteFocus } from "./route-focus.tsx";
import { Toasts } from "./toasts.tsx";
import { useWantedPage } from "./wanted-page.ts";

/** The element that the browser hydrates. */
export const APP_ID = "app";

/**
 * Around pages and errors alike: on the server the whole HTML document, in the browser what its `#app` holds. Head and
 * body are no part of what is hydrated, since extensions put things there, and React throws away all that was typed where
 * it finds what it did not send. So routes say what belongs into the head by `handle` (page.ts): Remix's `meta`, and
 * `links` of any but the root, would not follow to the next page.
 */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  // Null, not undefined, where nothing has failed.
  const failed = Boolean(useRouteError());
  const handle = readHandles(useMatches());
  const kind = failed ? "none" : (handle.kind ?? "app");
  const title = useDocumentTitle(handle);
  const shell = { handle, title, kind, failed };
  const page = (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Toasts />
      {children}
      <RouteFocus />
      {kind === "app" ? (
        <>
          <NetworkMessage />
          <ScrollRestoration nonce={nonce} />
        </>
      ) : null}
      {kind === "comfort" ? <NetworkDialog /> : null}
    </>
  );
  return import.meta.env.SSR ? (
    <Shell {...shell} nonce={nonce}>
      {page}
    </Shell>
  ) : (
    <InPlaceOfShell {...shell}>{page}</InPlaceOfShell>
  );
}

type ShellProps = {
  handle: LayoutHandle;
  title: string;
  kind: PageKind;
  failed: boolean;
  children: ReactNode;
};

function Shell({ handle, title, kind, failed, nonce, children }: ShellProps & { nonce?: string }) {
  const tags = useHeadTags({ handle, title, failed });
  const isApp = kind === "app";
  const remix = useContext(UNSAFE_RemixContext);
  return (
    <html lang="en-GB" data-react={isApp || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0e4f4a" />
        <title>{title}</title>
        {tags.map((tag) =>
          "rel" in tag ? <link key={tag.rel} {...tag} /> : <meta key={tag.content} {...tag} />,
        )}
        <Links />
      </head>
      <body
        data-density={handle.density}
        data-documents={isApp && remix ? listDocuments(remix.routeModules) : undefined}
      >
        <div id={APP_ID}>{children}</div>
        {kind === "comfort" ? <script type="module" src={elements} nonce={nonce} /> : null}
        {isApp ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  );
}

let documents: string | undefined;

/** The routes that React is not on, by id: from an app page they are loaded as documents (wanted-page.ts). */
function listDocuments(modules: Readonly<Record<string, { handle?: unknown } | undefined>>) {
  // In a build they are the same for every page.
  if (documents === undefined || import.meta.env.DEV) {
    const ids = Object.keys(modules).filter((id) => {
      const { kind = "app" } = readHandles([{ handle: modules[id]?.handle }]);
      return kind !== "app";
    });
    documents = ids.join(" ");
  }
  return documents;
}

/**
 * The same places in the tree as Shell's, two in html and two in body, or the ids that React counts out would be others
 * than the server's.
 */
function InPlaceOfShell({ handle: { density }, title, kind, children }: ShellProps) {
  useFollowingHead({ title, kind, density });
  useWantedPage();
  return (
    <>
      {null}
      <>
        {children}
        {null}
      </>
    </>
  );
}
