import { type Html, html } from "./html.ts";

/**
 * Returns a page in place of one on a vendor's site. It is plain HTML with a stylesheet and no
 * scripts.
 */
export function standInPage({
  title,
  notice,
  body,
  status = 200,
  formAction = "'self'",
}: {
  title: string;
  /**
   * Text at the top of the page that says which vendor's page this is and what does not really
   * happen.
   */
  notice: string;
  body: Html;
  status?: number;
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
