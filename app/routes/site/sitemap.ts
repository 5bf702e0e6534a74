import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";

const PAGES = [
  paths.home(),
  paths.getStarted("sell"),
  paths.getStarted("buy"),
  paths.partnerSignUp(),
  paths.signIn(),
  paths.accessibility(),
];

export function loader() {
  const entries = PAGES.map((path) => `  <url><loc>${siteUrl(path)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
  return new Response(xml, { headers: { "Content-Type": "application/xml" } });
}
