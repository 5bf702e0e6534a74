/** An estate agent tells us that a sale is agreed, with the memorandum of sale. */

import { z } from "zod";
import { findAgreement } from "#app/domain/agreements/agreements.server.ts";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { addDocument } from "#app/domain/documents/store-document.server.ts";
import type { StoredFile } from "#app/domain/documents/uploaded-file.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { personName } from "#app/domain/firm-pages/firm-matter.server.ts";
import { findOpenMemorandum, insertMemorandum } from "#app/domain/memoranda/memoranda.server.ts";
import type { AgentReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { housePrice } from "#app/domain/shared/form-rules.server.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { emailAddress, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { selectOfficeSales, toOfficeSale } from "./office-sales.server.ts";
import { saleStage } from "./sale-words.ts";

/** Form of “Sale agreed”: the buyer and the price as in the memorandum, and who sends it. */
export const SaleAgreedForm = mobilePhone(
  z.object({
    ...staffEnteredNames,
    email: emailAddress(),
    ...phoneFields,
    agreed_price_pounds: housePrice("The agreed price"),
    person: personName(),
  }),
);

/**
 * Stores a memorandum for staff, who check it and agree the sale. The sale itself does not change.
 * A repeated submit of the same memorandum stores it once.
 * @throws ConflictError if the office is no longer the sale’s agent, the sale has ended or has a
 * buyer, or we are checking another memorandum
 */
export async function sendMemorandum(
  trx: Db,
  reader: AgentReader,
  {
    transaction_id,
    typed: { person, ...buyer },
    file,
  }: { transaction_id: string; typed: z.output<typeof SaleAgreedForm>; file: StoredFile },
): Promise<void> {
  const { estate_agent_id, office, email: sent_email } = reader;
  await lockMatter(trx, transaction_id);
  const now = new Date();
  const row = await selectOfficeSales(trx, reader, now)
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirst();
  if (!row) throw new ConflictError("Your office no longer acts here, so nothing was sent");
  const { facts, has_active_purchase } = toOfficeSale(row);
  if (saleStage(facts, londonDay(now)).is_over) {
    throw new ConflictError("This sale has ended, so nothing was sent");
  }
  if (has_active_purchase || (await findAgreement(trx, transaction_id))) {
    throw new ConflictError("We’ve already recorded a buyer. To change the buyer, contact us");
  }
  const open = await findOpenMemorandum(trx, transaction_id);
  if (open) {
    const isRepeated =
      open.estate_agent_id === estate_agent_id &&
      open.sha256 === file.sha256 &&
      open.email === buyer.email &&
      open.first_name === buyer.first_name &&
      open.last_name === buyer.last_name &&
      open.phone_number === buyer.phone_number &&
      open.agreed_price_pounds === buyer.agreed_price_pounds;
    if (isRepeated) return;
    throw new ConflictError("We’re already checking a memorandum for this sale");
  }
  const document = await addDocument(trx, {
    ...{ transaction_id, estate_agent_id, file },
    purchase_intent_id: null,
    request_id: null,
    uploaded_by: null,
  });
  const place = { transaction_id, estate_agent_id, document_id: document.id };
  await insertMemorandum(trx, { ...place, ...buyer, sent_by: person, sent_email });
  await trx
    .updateTable("firm_sessions")
    .set({ person_name: person })
    .where("id", "=", reader.id)
    .execute();
  await recordEvent(trx, {
    transaction_id,
    event_name: "memorandum_received",
    author: "provider",
    comments: `${office}: ${formatPounds(buyer.agreed_price_pounds)}. Sent by ${person}`,
  });
  const subject = { type: "transaction", id: transaction_id };
  await recordFirmAudit(trx, reader, { action: "memorandum_received", subject });
}
