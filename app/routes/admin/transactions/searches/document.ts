import { downloadSearchDocument } from "#app/domain/searches/searches.server.ts";
import { db } from "#db/connection.ts";
import { filePage } from "../../shared/file-download.server.ts";

/** Downloads a search’s document (O-004). */
export const loader = filePage({
  needs: "look",
  read: ({ id = "", searchId = "" }, reader) =>
    downloadSearchDocument(db, reader, { transaction_id: id, search_id: searchId }),
  failure: "We couldn’t download the document. Please try again.",
});
