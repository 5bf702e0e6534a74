import type { ReceivedEmail } from "#app/clients/postmark-inbound.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { matchEmails } from "./match-emails.server.ts";

/**
 * Keeps an email that came in, with the matter that it belongs to (AMB-T01). One whose matter is not found is kept without,
 * and is listed for staff among the unmatched emails.
 *
 * @returns false when it was kept before: Postmark sends again what it has got no answer for.
 */
export async function receiveEmail(db: Db, email: ReceivedEmail): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const kept = await trx
      .insertInto("inbound_emails")
      // When its sender sent it is anybody's to write into the email; when it came is ours to know.
      .values({ ...email, received_at: new Date() })
      .onConflict((conflict) => conflict.column("message_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (kept) await matchEmails(trx, [kept.id]);
    return kept !== undefined;
  });
}
