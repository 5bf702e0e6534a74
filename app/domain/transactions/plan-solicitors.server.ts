import { jsonObjectFrom } from "kysely/helpers/postgres";
import { NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";
import { selectContacts } from "./matter-parts.server.ts";
import { readGroupWithFirm } from "./assigned-solicitors.server.ts";
import {
  type Side,
  SOLICITOR_EMAILS,
  type SolicitorEmail,
  whyForcedOff,
} from "./solicitor-emails.ts";
import type { SolicitorsChoice } from "./solicitors-form.server.ts";

/** What an assignment would do, as staff confirm it: who acts, and every email with its first recipient. */
export type SolicitorsPlan = Awaited<ReturnType<typeof planSolicitors>>;

/**
 * Reads what an assignment of solicitors would do now. What forces an email off holds whatever has been ticked.
 *
 * @throws NotFoundError for the transaction, or for a group with the name of its field in `data.field`
 */
export async function planSolicitors(db: Db, transaction_id: string, choice: SolicitorsChoice) {
  const [matter] = isObjectId(transaction_id) ? await readMatters(db, [transaction_id]) : [];
  if (!matter) throw new NotFoundError("Transaction not found");
  const chosen = await readChosenGroups(db, choice);
  return {
    property: addressLine(matter.address),
    ...chosen,
    purchase_intent_id: matter.purchase?.id ?? null,
    ...planEmails(matter, { ...chosen, choice, for_group: false }),
  };
}

export type ChosenGroups = Awaited<ReturnType<typeof readChosenGroups>>;

/**
 * The groups of both sides, as a plan has them.
 *
 * @throws NotFoundError with the name of the field in `data.field`
 */
export async function readChosenGroups(db: Db, choice: SolicitorsChoice) {
  const seller = await readGroup(db, "seller", choice.seller_lawyer_group_id);
  const buyer = await readGroup(db, "buyer", choice.buyer_lawyer_group_id);
  /** Of one firm is usually a conflict of interest: not refused, but staff are warned (AMB-L02). */
  return { seller, buyer, same_firm: seller.law_firm_id === buyer.law_firm_id };
}

/** Which emails go to whom in a matter, and why the others are not sent. */
export function planEmails(
  matter: PlannedMatter,
  plan: ChosenGroups & { choice: SolicitorsChoice; for_group: boolean },
) {
  const { seller, buyer, choice, for_group } = plan;
  const facts = { for_group, has_active_purchase: matter.purchase !== null, seller, buyer };
  const people = { seller: matter.sellers, buyer: matter.purchase?.buyers ?? [] };
  const emails: { name: SolicitorEmail; side: Side; to: string }[] = [];
  const not_sent: { name: SolicitorEmail; why: string }[] = [];
  for (const side of ["seller", "buyer"] as const) {
    const { solicitor } = side === "seller" ? seller : buyer;
    for (const name of SOLICITOR_EMAILS[side]) {
      const why = whyForcedOff(name, facts) ?? (choice[name] ? null : "not ticked");
      const to = name.endsWith("_instruction") ? solicitor?.email : people[side][0]?.email;
      if (why === null && to) emails.push({ name, side, to });
      else not_sent.push({ name, why: why ?? "nobody to send it to" });
    }
  }
  return { emails, not_sent };
}

/** Stands for a plan in the form that confirms it: another one by then is not carried out. */
export function planMark(plan: object): string {
  return sha256(JSON.stringify(plan));
}

export type PlannedMatter = Awaited<ReturnType<typeof readMatters>>[number];

/** The matters that solicitors are assigned to, oldest first, with whom the emails may go to. */
export function readMatters(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "in", ids)
    .select((eb) => [
      "transactions.id",
      selectAddress("properties.address_id").$notNull().as("address"),
      selectContacts("seller").as("sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .select("purchase_intents.id")
          .select(selectContacts("buyer").as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .where("purchase_intents.is_active", "=", true),
      ).as("purchase"),
    ])
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}

async function readGroup(db: Db, side: Side, id: string) {
  try {
    const { law_firm_id, law_firm, name, panel_solicitor, solicitor } = await readGroupWithFirm(
      db,
      id,
    );
    return { name, law_firm_id, law_firm: law_firm.name, panel_solicitor, solicitor };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError("This solicitor is not there any more. Select another", {
      data: { field: `${side}_lawyer_group_id` },
    });
  }
}
