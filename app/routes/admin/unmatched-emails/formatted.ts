import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import { readEmailHtml } from "#app/domain/inbound-emails/received-emails.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/open-record.server.ts";

const FAILURE = "The email cannot be shown. Please try again.";

/** The address of a link is shown next to its words, since the words may name another one. */
const STYLE =
  "body{margin:0;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}" +
  // Each paragraph is read in the direction of its own letters.
  "p,div,li,td,th{unicode-bidi:plaintext}" +
  "table{border-collapse:collapse}td,th{padding:.25rem .5rem;text-align:start;vertical-align:top}" +
  "a[href]::after{content:' (' attr(href) ')'}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Links open a page of their own. Nothing else happens in the frame, and it is on no origin. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The harmless HTML of an email that came in, for the frame on its page. */
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
