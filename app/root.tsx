import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { company } from "#app/platform/company.server.ts";
import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { readFlash } from "#app/forms/flash.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import styles from "#app/styles.css?url";
import { ErrorPage } from "#app/ui/error-page.tsx";
import serif from "#app/ui/fonts/fraunces.woff2?url";
import sans from "#app/ui/fonts/public-sans.woff2?url";
import type { RootData } from "#app/ui/root-data.ts";

export { Document as Layout } from "#app/ui/document.tsx";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon-32.png", type: "image/png", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: paths.site.manifest() },
  ...[sans, serif].map((href) => ({
    rel: "preload" as const,
    href,
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
];

/** Runs for every page, so it reads only a cookie and sends no database query. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { flash, clear } = await readFlash(request);
  const root: RootData = {
    flash,
    supportEmail: env.SUPPORT_EMAIL,
    company,
    appUrl: env.APP_URL,
    requestId: requestId(),
    hasDoubles: vendorsWithDouble.size > 0,
  };
  return data(root, clear ? { headers: { "Set-Cookie": clear } } : undefined);
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
