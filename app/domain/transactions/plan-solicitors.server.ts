import { jsonObjectFrom } from "kysely/helpers/postgres";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";
import { requireTransactionId, transactionNotFound } from "./not-found.ts";
import { selectContacts } from "./matter-parts.server.ts";
import { readLawyerGroupWithFirm } from "./assigned-solicitors.server.ts";
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
 * @throws NotFoundError for the transaction, or as readGroupToChoose for a lawyer group
 */
export async function planSolicitors(db: Db, transaction_id: string, choice: SolicitorsChoice) {
  requireTransactionId(transaction_id);
  const [matter] = await readMatters(db, [transaction_id]);
  if (!matter) throw transactionNotFound();
  const chosen = await readChosenLawyerGroups(db, choice);
  return {
    property: addressLine(matter.address),
    ...chosen,
    purchase_intent_id: matter.purchase?.id ?? null,
    ...planEmails(matter, { ...chosen, choice, for_group: false }),
  };
}

export type ChosenLawyerGroups = Awaited<ReturnType<typeof readChosenLawyerGroups>>;

/**
 * The groups of both sides, as a plan has them; throws as readGroupToChoose.
 */
export async function readChosenLawyerGroups(db: Db, choice: SolicitorsChoice) {
  const seller = await readLawyerGroup(db, "seller", choice.seller_lawyer_group_id);
  const buyer = await readLawyerGroup(db, "buyer", choice.buyer_lawyer_group_id);
  /** Of one firm is usually a conflict of interest: not refused, but staff are warned (AMB-L02). */
  return { seller, buyer, same_firm: seller.law_firm_id === buyer.law_firm_id };
}

/** Which emails go to whom in a matter, and why the others are not sent. */
export function planEmails(
  matter: PlannedMatter,
  plan: ChosenLawyerGroups & { choice: SolicitorsChoice; for_group: boolean },
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

/**
 * A lawyer group that is to act, as its form chose it.
 *
 * @throws NotFoundError when it is gone, ConflictError when it is retired, with the name of the field in `data.field`
 */
export async function readGroupToChoose(db: Db, field: string, id: string) {
  try {
    const group = await readLawyerGroupWithFirm(db, id);
    if (!group.retired) return group;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError("This solicitor is not there any more. Select another", {
      data: { field },
    });
  }
  throw new ConflictError("This solicitor has been retired. Select another", { data: { field } });
}

async function readLawyerGroup(db: Db, side: Side, id: string) {
  const group = await readGroupToChoose(db, `${side}_lawyer_group_id`, id);
  const { law_firm_id, law_firm, name, panel_solicitor, solicitor } = group;
  return { name, law_firm_id, law_firm: law_firm.name, panel_solicitor, solicitor };
}
