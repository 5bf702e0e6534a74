import { type Html, html } from "./html.ts";

/** A page of a vendor's own, as a double has it: plain HTML, no scripts, a stylesheet of its own. */
export function standInPage({
  title,
  notice,
  body,
  status = 200,
  formAction = "'self'",
}: {
  title: string;
  /** Whose page it stands in for, and what does not happen. */
  notice: string;
  body: Html;
  status?: number;
  /** Where its forms may lead, as a Content-Security-Policy has it. */
  formAction?: string;
}): Response {
  const document = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="stylesheet" href="/mocks/stripe/style" />
      </head>
      <body>
        <main>
          <p class="notice">${notice}</p>
          ${body}
        </main>
      </body>
    </html>`;
  return new Response(document.text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}
