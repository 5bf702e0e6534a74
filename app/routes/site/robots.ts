import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";

/**
 * Paths of pages that need sign-in. Other pages may be crawled, so that crawlers can read their
 * noindex (H-006, AMB-G06).
 */
const DISALLOWED = [
  "/account",
  "/addresses/",
  paths.admin.home(),
  paths.authenticate(),
  "/dashboard/",
  paths.mocks.home(),
  paths.signOut(),
  "/webhooks/",
  paths.welcomeBack(),
  "/buy/",
  "/sell/",
];

const OPEN = [paths.getStarted("buy"), paths.getStarted("sell")];

export function loader() {
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    // If two rules match a path, the longer rule applies.
    ...OPEN.map((path) => `Allow: ${path}`),
    "",
    `Sitemap: ${siteUrl(paths.site.sitemap())}`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain" } });
}
