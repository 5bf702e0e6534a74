import {
  Links,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import elements from "virtual:elements";
import { paths } from "#app/paths.ts";
import { readMember } from "#app/platform/read-member.ts";
import { useDocumentTitle } from "./document-title.tsx";
import { useFollowingHead, useHeadTags } from "./head.ts";
import { NetworkDialog } from "./network-dialog.tsx";
import { NonceContext } from "./nonce.ts";
import { type LayoutHandle, readHandles } from "./page.ts";
import { isAppPage } from "./page-kind.ts";
import { UnauthenticatedFormContext } from "./unauthenticated-form.ts";
import { RouteFocus } from "./route-focus.tsx";
import { Toasts } from "./toasts.tsx";

export const APP_ID = "app";

/**
 * Hides a page that Back has restored, until the reader has been checked
 * (ui/elements/restored-page-check.ts).
 */
const HIDE_RESTORED = `if (performance.getEntriesByType("navigation")[0]?.type === "back_forward")
document.documentElement.setAttribute("data-unchecked", "");`;

/**
 * Renders the HTML document on the server, and only the content of `#app` in the browser. React
 * does not hydrate `head` and `body`, because browser extensions modify them, and React discards
 * typed values if it finds a difference. So each route sets its head tags in its `handle`
 * (page.ts).
 */
export function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const isRefused = useContext(UnauthenticatedFormContext);
  // If there is no error, useRouteError returns null, not undefined.
  const failed = Boolean(useRouteError()) || isRefused;
  const handle = readHandles(useMatches());
  const isApp = isAppPage(useLocation().pathname) && !failed;
  const title = useDocumentTitle(handle);
  const shell = { handle, title, isApp, failed };
  const page = (
    <>
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Toasts />
      {children}
      <RouteFocus />
      {isApp ? <ScrollRestoration nonce={nonce} /> : null}
      {handle.cached ? null : <NetworkDialog />}
    </>
  );
  return import.meta.env.SSR ? (
    <Shell {...shell} nonce={nonce}>
      {page}
    </Shell>
  ) : (
    <HydratedShell {...shell}>{page}</HydratedShell>
  );
}

function useReader(): string | undefined {
  const readers = useMatches().map(({ data }) => readMember(data, "reader"));
  return readers.find((reader) => typeof reader === "string");
}

type ShellProps = {
  handle: LayoutHandle;
  title: string;
  isApp: boolean;
  failed: boolean;
  children: ReactNode;
};

function Shell({ handle, title, isApp, failed, nonce, children }: ShellProps & { nonce?: string }) {
  const tags = useHeadTags({ handle, title, failed });
  const reader = useReader();
  // A cached page loads a separate script if it needs one.
  const hasElements = !isApp && !failed && !handle.cached;
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
        {reader && !failed ? (
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HIDE_RESTORED }} />
        ) : null}
      </head>
      <body
        data-density={handle.density}
        data-reader={failed ? undefined : reader}
        data-session={reader && !failed ? paths.session() : undefined}
      >
        <div id={APP_ID}>{children}</div>
        {hasElements ? <script type="module" src={elements} nonce={nonce} /> : null}
        {isApp ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  );
}

/**
 * Has the same structure as Shell, so that useId returns the same ids as on the server: two
 * children in `html` and two in `body`.
 */
function HydratedShell({ handle: { density }, title, children }: ShellProps) {
  useFollowingHead({ title, density });
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
