import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { isFormat, toOutput } from "#app/domain/property-information/output.server.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { propertyInformationFile } from "#app/routes/property-information-file.server.ts";
import { plainPage } from "#app/server/plain-page.server.ts";
import { db } from "#db/connection.ts";

/** Rate limit of PDFs per person, because writing one takes a second of the processor’s time. */
const PDFS = { limit: 20, seconds: 60 * 60 };

/** Downloads the answers for any of the sellers, as a PDF or as JSON. */
export async function loader({ request, params: { id = "", format = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  if (!isFormat(format)) return new Response("File not found", { status: 404 });
  try {
    const info = await readOwnPropertyInformation(db, { id, reader });
    if (format === "pdf") {
      const consumed = await consumeLimit(db, { key: `pdf-of-answers:${reader.id}`, ...PDFS });
      if (!consumed.ok) return tooMany(consumed.retryAfterSeconds);
    }
    return await propertyInformationFile(toOutput(info, "seller"), format);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}

function tooMany(seconds: number) {
  const { body, headers } = plainPage({
    title: "Too many downloads",
    text: `You’ve downloaded your answers many times in the last hour. Try again in ${pluralise(Math.ceil(seconds / 60), "minute")}.`,
    more: { "Retry-After": String(seconds) },
  });
  return new Response(body, { status: 429, headers });
}
