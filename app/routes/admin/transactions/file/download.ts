import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCopyToFetch } from "#app/domain/privacy/data-copies.server.ts";
import { db } from "#db/connection.ts";
import { storedZip } from "../../../stored-zip.server.ts";
import { requireActor } from "../../shared/open-record.server.ts";

/** Downloads the file of a matter, and records the download in the audit log. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const { id: transaction_id = "", copyId: id = "" } = params;
  const file = readCopyToFetch(db, { id, transaction_id, actor });
  return storedZip(file, `Matter ${transaction_id}.zip`);
}
