import { sql } from "kysely";
import type { AgentReader, FirmReader, Reader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { replyAddress } from "#app/platform/reply-address.server.ts";
import type { Db } from "#db/connection.ts";
import type { MatterContact } from "./contact.ts";

/**
 * Reads the contact of a matter. The caller must have checked that the reader may see the matter.
 * @returns null if there is no such matter
 */
export async function readMatterContact(
  db: Db,
  reader: Reader | AgentReader | FirmReader | ServiceReader,
  transaction_id: string,
  now = new Date(),
): Promise<MatterContact | null> {
  const [contact] = await readMatterContacts(db, reader, [transaction_id], now);
  return contact ?? null;
}

/** Reads the contacts of several matters, by number. The caller must have checked the reader. */
export async function readMatterContacts(
  db: Db,
  _reader: Reader | AgentReader | FirmReader | ServiceReader,
  transaction_ids: readonly string[],
  now = new Date(),
): Promise<MatterContact[]> {
  const today = londonDay(now);
  const rows = await db
    .selectFrom("transactions")
    .leftJoin("users as handler", (join) =>
      join
        .onRef("handler.id", "=", "transactions.handler_id")
        .on("handler.deactivated_at", "is", null),
    )
    .leftJoin("staff_absences as absence", (join) =>
      join
        .onRef("absence.user_id", "=", "handler.id")
        .on("absence.starts_on", "<=", today)
        .on("absence.ends_on", ">=", today),
    )
    .leftJoin("users as stand_in", (join) =>
      join
        .onRef("stand_in.id", "=", "absence.stand_in_id")
        .on("stand_in.deactivated_at", "is", null),
    )
    .select(["transactions.id", "transactions.number", "absence.ends_on"])
    .select([
      "handler.email as handler_email",
      "handler.phone_number as handler_phone",
      "stand_in.email as stand_in_email",
      "stand_in.phone_number as stand_in_phone",
      sql<string | null>`handler.first_name || ' ' || handler.last_name`.as("handler"),
      sql<string | null>`stand_in.first_name || ' ' || stand_in.last_name`.as("stand_in"),
    ])
    .where("transactions.id", "in", [...transaction_ids, ""])
    .orderBy("transactions.number")
    .execute();
  return rows.map(({ id, number, handler, stand_in, ends_on, ...row }) => {
    const isAway = stand_in !== null && ends_on !== null;
    const phone = isAway ? row.stand_in_phone : row.handler_phone;
    return {
      number: formatMatterNumber(number),
      copy_to: replyAddress(id),
      name: isAway
        ? `${stand_in} (standing in for ${handler} until ${sentenceDate(ends_on, today)})`
        : handler,
      email: isAway ? row.stand_in_email : row.handler_email,
      phone: phone && formatPhone(phone),
    };
  });
}
