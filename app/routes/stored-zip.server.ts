import { createReadableStreamFromReadable, redirect } from "@remix-run/node";
import { documentLink, openDocument } from "#app/clients/documents.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { copyNotFound } from "#app/domain/privacy/data-copies.server.ts";

/**
 * Sends a ZIP file: redirects to a link from the document store, or streams the file. Answers 404
 * if the file no longer exists.
 */
export async function storedZip(
  read: Promise<{ key: string; size_bytes: number }>,
  file_name: string,
): Promise<Response> {
  try {
    const { key, size_bytes } = await read;
    const link = await documentLink(key, file_name);
    if (link) return redirect(link);
    const content = await openDocument(key);
    if (!content) throw copyNotFound();
    return new Response(createReadableStreamFromReadable(content), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(size_bytes),
        "Content-Disposition": `attachment; filename="${file_name}"`,
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    throw error;
  }
}
