/** Letters that staff can send to a solicitor again after a correction (ST-13). */

import { sql } from "kysely";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { EventName } from "#app/domain/events/catalogue.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import { changedNames } from "./letter.ts";
import { planLetterResend, resendLetter } from "./send-letters.server.ts";

type LetterToRepeat = { side: Side; to: string };

/**
 * Lists the sides whose current solicitor has had a letter about a matter, with the email address
 * that it would go to now. Only staff may use this function: it does not check whose matter it is.
 */
export async function listLettersToRepeat(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<LetterToRepeat[]> {
  const { rows } = await sql<{ side: Side }>`
    select distinct letter.side
    from solicitor_letter_matters as about
    join solicitor_letters as letter on letter.id = about.letter_id
    join transactions on transactions.id = about.transaction_id
    where about.transaction_id = ${transaction_id}
      and letter.lawyer_group_id = case letter.side
        when 'seller' then seller_lawyer_group_id else buyer_lawyer_group_id end
    order by letter.side desc`.execute(db);
  const letters: LetterToRepeat[] = [];
  for (const { side } of rows) {
    const { planned } = await planLetterResend(db, reader, { transaction_id, side });
    if (planned) letters.push({ side, to: planned.letter.to });
  }
  return letters;
}

/** Events after which a letter no longer has the right client, property, price or other side. */
const CHANGES_OF_LETTERS = [
  "person_corrected",
  "person_added",
  "person_removed",
  "agreed_price_changed",
  "asking_price_corrected",
  "tenure_corrected",
  "title_number_corrected",
  "address_corrected",
  "ownership_corrected",
  "lender_corrected",
  "seller_lender_corrected",
  "buyer_released",
  "buyer_resumed",
  "buyer_replaced",
  "buyer_agreed",
  "purchase_intent_activated",
  "solicitors_replaced",
  "estate_agent_replaced",
] as const satisfies EventName[];

/** Fees that letters state. Staff change them without an event. */
const FEES_OF_LETTERS = [
  ...["agent_fee_pence", "agent_fee_basis_points", "agent_fee_includes_vat"],
  ...["referral_fee_paid", "referral_fee"],
];

/**
 * Lists the sides whose solicitor has a letter from before a change of the client or the property,
 * with the names of the facts that differ now. Only staff may use this function: it does not check
 * whose matter it is.
 */
export async function listOutdatedLetters(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<{ side: Side; changed: string[] }[]> {
  const { rows } = await sql<{ side: Side }>`
    select letter.side
    from solicitor_letter_matters as about
    join solicitor_letters as letter on letter.id = about.letter_id
    where about.transaction_id = ${transaction_id}
    group by letter.side
    having max(letter.created_at) < greatest(
      (select max(date_time) from events
        where transaction_id = ${transaction_id}
          and event_name = any (${[...CHANGES_OF_LETTERS]}::text[])),
      (select max(changed_at) from changes
        where transaction_id = ${transaction_id}
          and field = any (${FEES_OF_LETTERS}::text[])))
    order by letter.side desc`.execute(db);
  const outdated: { side: Side; changed: string[] }[] = [];
  for (const { side } of rows) {
    const { planned } = await planLetterResend(db, reader, { transaction_id, side });
    const changed = changedNames(planned?.letter.changes ?? []);
    if (changed.length > 0) outdated.push({ side, changed });
  }
  return outdated;
}

/**
 * Sends letters again as they read now, with their stored comments. Leaves out a side whose
 * solicitor can no longer be emailed.
 */
export async function repeatLetters(
  trx: Db,
  { transaction_id, sides }: { transaction_id: string; sides: readonly Side[] },
  { actor }: { actor: Actor },
): Promise<void> {
  for (const side of sides) {
    const about = { transaction_id, side };
    const { planned, comment, mark } = await planLetterResend(trx, service, about);
    if (planned) await resendLetter(trx, { ...about, comment }, { actor, confirmed: mark });
  }
}
