/**
 * Pages that need nothing but their own HTML. They are sent when the app can't or must not answer.
 */

import { encode } from "html-entities";
import { company } from "#app/platform/company.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { companyLines, telephoneLink } from "#app/platform/company.ts";

const style = [
  "*{box-sizing:border-box}",
  "body{display:flex;flex-direction:column;min-height:100vh;margin:0;font:1.125rem/1.55 'Public Sans',system-ui,sans-serif;color:#1b2433;background:#faf6ef}",
  "header,footer{padding:.75rem clamp(1rem,4vw,2.5rem);background:#fff;border-bottom:1px solid #dad5cb}",
  "footer{background:#f1e9dc;border:0;color:#4c5666;font-size:1rem;padding-block:1.5rem .5rem}footer p{margin:0 0 1rem}",
  "header a{display:inline-flex;align-items:center;gap:.75rem;min-height:2.75rem;color:inherit;font:600 1.5rem/1 Fraunces,Georgia,serif;text-decoration:none}",
  "main{padding:3rem clamp(1rem,4vw,2.5rem) 4.5rem;flex:1;max-width:41rem}",
  "h1{margin:0 0 1.5rem;font:600 clamp(1.9rem,1.55rem + 1.5vw,2.625rem)/1.15 Fraunces,Georgia,serif}",
  "a{color:#0e4f4a}p{margin:0 0 1.5rem}",
  ".button{display:inline-block;padding:.75rem 1.5rem;border-radius:.375rem;background:#0e4f4a;color:#fff;font-weight:700;text-decoration:none}",
  ":focus-visible{outline:4px solid #ffc53d;outline-offset:2px}",
].join("");

const arch =
  '<svg viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false"><g fill="none" stroke="#0e4f4a" stroke-width="2.75" stroke-linejoin="round"><path fill="#e3f0ed" d="M3.5 23.5a18.5 18.5 0 0 1 37 0Z"/><path d="M22 23.5 7 12.6M22 23.5 16.3 5.9M22 23.5l5.7-17.6M22 23.5l15-10.9"/><path fill="#f2b33d" d="M15 23.5a7 7 0 0 1 14 0Z"/><path d="M1.5 24.5h41" stroke-linecap="round"/></g></svg>';

const styleHash = sha256(style, "base64");

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

type PlainPage = { body: string; headers: Record<string, string> };

/**
 * Returns a page. Its texts are not escaped, so they must be our own.
 * @param isHomeUp false if the homepage would also show this page
 * @param more headers to add to the usual ones
 */
export function plainPage({
  title,
  text,
  isHomeUp = true,
  more = {},
}: {
  title: string;
  text: string;
  isHomeUp?: boolean;
  more?: Record<string, string>;
}): PlainPage {
  const body = `<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${PRODUCT_NAME}</title>
<style>${style}</style>
</head>
<body>
<header><a href="${paths.home()}">${arch}${PRODUCT_NAME}</a></header>
<main>
<h1>${title}</h1>
<p>${text}</p>${isHomeUp ? `\n<p><a class="button" href="${paths.home()}">Go to homepage</a></p>` : ""}
</main>
<footer>
<p>Help: <a href="mailto:${env.SUPPORT_EMAIL}">${env.SUPPORT_EMAIL}</a> or <a href="${telephoneLink(company.telephone)}">${encode(company.telephone)}</a></p>
<p>${encode(companyLines(company).join(" "))}</p>
</footer>
</body>
</html>
`;
  return { body, headers: { ...headers, ...more } };
}

export const RETRY_AFTER_SECONDS = "10";

/**
 * Page to show while the database is down or the server is overloaded. The specification fixes its
 * text (B-017).
 */
export const UNAVAILABLE: PlainPage = plainPage({
  title: "Trouble connecting",
  text: "We're having trouble connecting to our servers. Please refresh the page and try again.",
  isHomeUp: false,
  more: { "Retry-After": RETRY_AFTER_SECONDS },
});

export function unavailablePage(): Response {
  return new Response(UNAVAILABLE.body, { status: 503, headers: UNAVAILABLE.headers });
}
