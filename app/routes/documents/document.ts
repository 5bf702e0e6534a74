import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { Readable } from "node:stream";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { openDocument } from "#app/clients/documents.server.ts";
import { readDocument, type ServedDocument } from "#app/domain/documents/read-document.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { report } from "#app/observability/report.server.ts";
import { plainPage } from "#app/server/plain-page.server.ts";
import { db } from "#db/connection.ts";

/**
 * Sends an uploaded document to a customer of its side, or to staff. Each request checks the
 * session, so a copied link opens nothing. `?original` requests the file as it was uploaded.
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const original = new URL(request.url).searchParams.has("original");
  try {
    const document = await readDocument(db, reader, { id, original });
    const content = await openDocument(document.key);
    if (!content) throw new Error("Document missing from document store");
    const file = Readable.from(paced(content, currentRequest()?.drained));
    return new Response(createReadableStreamFromReadable(file), { headers: headersOf(document) });
  } catch (error) {
    if (error instanceof DomainError) return refusal(error.message, error.status);
    if (error instanceof Response) throw error;
    report(error, { what: "send a document" });
    return refusal("We can’t open this document at the moment. Try again in a few minutes", 500);
  }
}

/** Reads the file no faster than the browser receives it, so that it is never all in memory. */
async function* paced(content: AsyncIterable<Uint8Array>, drained?: () => Promise<void>) {
  for await (const bytes of content) {
    yield bytes;
    await drained?.();
  }
}

/** Policies by how the browser shows the file. Each forbids all that showing it doesn’t need. */
const POLICIES: Readonly<Record<ServedDocument["shown_as"], string>> = {
  // Browsers style the page on which they show an image, so it has no default-src.
  image: "sandbox; script-src 'none'; object-src 'none'; frame-ancestors 'none'",
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
  download: "sandbox; default-src 'none'; frame-ancestors 'none'",
};

function headersOf({ file_name, media_type, size_bytes, shown_as }: ServedDocument) {
  return {
    "Content-Type": media_type,
    ...(size_bytes !== null && { "Content-Length": String(size_bytes) }),
    "Content-Disposition": `${shown_as === "download" ? "attachment" : "inline"}; ${namedFile(file_name)}`,
    "Content-Security-Policy": POLICIES[shown_as],
    "Cache-Control": "private, no-store",
  };
}

/** Returns the name in ASCII for old browsers, and in full as in RFC 5987. */
function namedFile(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${full}`;
}

function refusal(message: string, status: number) {
  const { body, headers } = plainPage({
    title: message,
    text: "You can go back to your documents.",
  });
  return new Response(body, { status, headers });
}
