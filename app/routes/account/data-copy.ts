import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFreshSignIn } from "#app/auth/guards.server.ts";
import { readCopyToFetch } from "#app/domain/privacy/data-copies.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { db } from "#db/connection.ts";
import { storedZip } from "../stored-zip.server.ts";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const user = await requireFreshSignIn(request, paths.yourData.page());
  const copy = readCopyToFetch(db, { id, user_id: user.id });
  return storedZip(copy, `${PRODUCT_NAME} - your data.zip`);
}
