import { jsonObjectFrom } from "kysely/helpers/postgres";
import { NotFoundError } from "#app/domain/errors.ts";
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
 * @throws NotFoundError for the transaction, or for a lawyer group with the name of its field in `data.field`
 */
export async function planSolicitors(
  db: Db,
  transaction_id: string,
  choice: SolicitorsChoice,
  { for_group = false } = {},
) {
  const matter = await readMatter(db, transaction_id);
  const seller = await readLawyerGroup(db, "seller", choice.seller_lawyer_group_id);
  const buyer = await readLawyerGroup(db, "buyer", choice.buyer_lawyer_group_id);
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
  return {
    property: addressLine(matter.address),
    seller,
    buyer,
    /** Usually a conflict of interest: not refused, but staff are warned (AMB-L02). */
    same_firm: seller.law_firm_id === buyer.law_firm_id,
    purchase_intent_id: matter.purchase?.id ?? null,
    emails,
    not_sent,
  };
}

/** Stands for a plan in the form that confirms it: another one by then is not carried out. */
export function planMark(plan: SolicitorsPlan): string {
  return sha256(JSON.stringify(plan));
}

async function readMatter(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", transaction_id)
    .select((eb) => [
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
    .executeTakeFirstOrThrow(transactionNotFound);
}

async function readLawyerGroup(db: Db, side: Side, id: string) {
  try {
    const { law_firm_id, law_firm, name, panel_solicitor, solicitor } =
      await readLawyerGroupWithFirm(db, id);
    return { name, law_firm_id, law_firm: law_firm.name, panel_solicitor, solicitor };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError("This solicitor is not there any more. Select another", {
      data: { field: `${side}_lawyer_group_id` },
    });
  }
}
