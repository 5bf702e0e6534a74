import {
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { requireFreshSignIn } from "#app/auth/guards.server.ts";
import { documentLink, openDocument } from "#app/clients/documents.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { copyNotFound, readCopyToFetch } from "#app/domain/privacy/data-copies.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { db } from "#db/connection.ts";

const FILE_NAME = `${PRODUCT_NAME} - your data.zip`;

/** The copy of whoever asks, by the store's own address or piece by piece from here (23). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const user = await requireFreshSignIn(request, paths.yourData.page());
  try {
    const { key, size_bytes } = await readCopyToFetch(db, { id, user_id: user.id });
    const link = await documentLink(key, FILE_NAME);
    if (link) return redirect(link);
    const content = await openDocument(key);
    if (!content) throw copyNotFound();
    return new Response(createReadableStreamFromReadable(content), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(size_bytes),
        "Content-Disposition": `attachment; filename="${FILE_NAME}"`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
    throw error;
  }
}
