import { readAttachment } from "#app/domain/inbound-emails/received-emails.server.ts";
import { db } from "#db/connection.ts";
import { filePage } from "../shared/file-download.server.ts";

export const loader = filePage({
  needs: "look",
  read: ({ id = "", position }, reader) =>
    readAttachment(db, reader, { email_id: id, position: Number(position) }),
  failure: "The attachment cannot be downloaded. Please try again.",
});
