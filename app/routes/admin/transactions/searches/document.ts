import { downloadSearchDocument } from "#app/domain/searches/searches.server.ts";
import { db } from "#db/connection.ts";
import { filePage } from "../../shared/file-download.server.ts";

/** Downloads the document of a search (O-004). */
export const loader = filePage({
  needs: "look",
  read: ({ id = "", searchId = "" }, reader) =>
    downloadSearchDocument(db, reader, { transaction_id: id, search_id: searchId }),
  failure: "We couldn’t download the document. Please try again.",
});
