import { createHash } from "node:crypto";
import { PRODUCT_NAME } from "#app/ui/product.ts";

/** The page for when the database is away: it needs nothing but itself. The text is the specification's (B-017). */

const style =
  "body{font:1.125rem/1.6 system-ui,sans-serif;margin:12vh auto;max-width:34rem;padding:0 1.5rem;color:#1b2b2a;background:#fbf7f0}h1{font-size:1.5rem}";

const body = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Trouble connecting - ${PRODUCT_NAME}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${PRODUCT_NAME}</h1>
<p>We're having trouble connecting to our servers. Please refresh the page and try again.</p>
</main>
</body>
</html>
`;

const styleHash = createHash("sha256").update(style).digest("base64");

export const RETRY_AFTER_SECONDS = "10";

export function unavailablePage(): Response {
  return new Response(body, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "Retry-After": RETRY_AFTER_SECONDS,
    },
  });
}
