import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import { readEmailHtml } from "#app/domain/inbound-emails/received-emails.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../shared/open-record.server.ts";

const FAILURE = "The email cannot be shown. Please try again.";

/** Styles that show the URL of each link, because the text of a link may show a different URL. */
const STYLE =
  "body{margin:0;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}" +
  // Lets the browser detect the text direction of each paragraph separately.
  "p,div,li,td,th{unicode-bidi:plaintext}" +
  "table{border-collapse:collapse}td,th{padding:.25rem .5rem;text-align:start;vertical-align:top}" +
  "a[href]::after{content:' (' attr(href) ')'}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * Content security policy of the frame. Links in the frame open new pages, no script runs in it,
 * and its origin is opaque.
 */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Serves the sanitised HTML of an email, which the page shows in a frame. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireActor(request, "look");
  try {
    const html = await readEmailHtml(db, reader, params.id ?? "");
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Email</title><style>${STYLE}</style>${html}</html>`;
    return new Response(page, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": POLICY,
        "X-Frame-Options": "SAMEORIGIN",
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    report(error, { what: FAILURE });
    return new Response(FAILURE, { status: 500 });
  }
}
