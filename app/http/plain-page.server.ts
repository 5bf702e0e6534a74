import { createHash } from "node:crypto";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/ui/product.ts";

/** Pages for when the app itself cannot be asked, or must not be: they need nothing but themselves. */

const style =
  "body{font:1.125rem/1.6 system-ui,sans-serif;margin:12vh auto;max-width:34rem;padding:0 1.5rem;color:#1b2433;background:#faf6ef}h1{font:600 1.75rem/1.2 Georgia,serif}a{color:#0e4f4a}";
const styleHash = createHash("sha256").update(style).digest("base64");

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

export type PlainPage = { body: string; headers: Record<string, string> };

/**
 * @param title also the heading
 * @param text what has happened, a sentence
 * @param isHomeUp false when the homepage would be the same page
 * @param more headers besides those of every such page
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
  const body = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${PRODUCT_NAME}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${PRODUCT_NAME}</p>
<h1>${title}</h1>
<p>${text}</p>${isHomeUp ? `\n<p><a href="${paths.home()}">Go to homepage</a></p>` : ""}
</main>
</body>
</html>
`;
  return { body, headers: { ...headers, ...more } };
}

export const RETRY_AFTER_SECONDS = "10";

/** The database is away, or there are more visitors than can be served. The text is the specification's (B-017). */
export const UNAVAILABLE: PlainPage = plainPage({
  title: "Trouble connecting",
  text: "We're having trouble connecting to our servers. Please refresh the page and try again.",
  isHomeUp: false,
  more: { "Retry-After": RETRY_AFTER_SECONDS },
});

export function unavailablePage(): Response {
  return new Response(UNAVAILABLE.body, { status: 503, headers: UNAVAILABLE.headers });
}
