import sans from "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url";
import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { env } from "#app/env.server.ts";
import { readFlash } from "#app/http/flash.server.ts";
import { requestId } from "#app/http/request-context.server.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";
import type { RootData } from "#app/ui/root-data.ts";
import styles from "#app/ui/styles/index.css?url";

export { Document as Layout } from "#app/ui/document.tsx";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "preload", href: sans, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: styles },
];

/** Runs for every page: it reads a cookie and asks nobody anything. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { flash, clear } = await readFlash(request);
  const root: RootData = { flash, supportEmail: env.SUPPORT_EMAIL, requestId: requestId() };
  return data(root, flash ? { headers: { "Set-Cookie": clear } } : undefined);
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
