/** Staff add and remove the participants of a matter once its customers can no longer do so. */

import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { notificationTime } from "#app/domain/events/pending-notifications.server.ts";
import { selectPrimary } from "#app/domain/people/parties.server.ts";
import { representedName } from "#app/domain/people/representation.ts";
import { isSoldToOtherSql, purchaseNotFound } from "#app/domain/purchases/purchases.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail, withdrawEmailsTo } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { PEOPLE_LOCKED } from "./edit-locked.ts";

export const peopleChangedEmail = queuedEmail(
  "people_changed",
  z.object({
    transaction_id: z.string(),
    /** Id of the purchase whose people changed; null if the people of the sale changed. */
    purchase_intent_id: z.string().nullable(),
    /** The recipient of the email: the primary customer, or the person who was removed. */
    to: z.enum(["primary", "removed"]),
  }),
);

type PeopleChanged = z.output<typeof peopleChangedEmail.ids>;

/** A sale, or a purchase if `purchase_intent_id` is set. */
type SidePlace = { transaction_id: string; purchase_intent_id: string | null };

/**
 * Returns a sale or purchase with its primary customer, its participants, and whether it is
 * complete or over.
 * @throws NotFoundError if there is no such sale or purchase, or the purchase belongs to a
 * different matter
 */
export async function readSide(db: Db, place: SidePlace) {
  const { transaction_id, purchase_intent_id } = place;
  requireTransactionId(transaction_id);
  const side = await (purchase_intent_id === null
    ? saleSide(db, transaction_id)
    : purchaseSide(db, transaction_id, purchase_intent_id));
  const named = await db
    .selectFrom("parties")
    .select(["id", "kind", "first_name", "middle_name", "last_name", "email"])
    .select("representation_reason")
    .where((eb) =>
      purchase_intent_id === null
        ? eb("transaction_id", "=", transaction_id)
        : eb("purchase_intent_id", "=", purchase_intent_id),
    )
    .orderBy("kind")
    .orderBy("position")
    .execute();
  return { ...side, named };
}

function saleSide(db: Db, id: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", id)
    .select([
      selectPrimary("seller").as("primary"),
      selectAddress("properties.address_id").$notNull().as("address"),
      saleIsCompleteSql().as("complete"),
    ])
    .select((eb) => [
      eb("transactions.customer_type", "=", "representative")
        .$castTo<boolean>()
        .as("is_represented"),
      eb
        .or([
          eb("transactions.ended_on", "is not", null),
          eb.exists(
            eb
              .selectFrom("purchase_intents")
              .select("purchase_intents.id")
              .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
              .where(hasComeSql("completed")),
          ),
        ])
        .$castTo<boolean>()
        .as("is_over"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
}

async function purchaseSide(db: Db, transaction_id: string, id: string) {
  if (!isObjectId(id)) throw purchaseNotFound();
  const side = await db
    .selectFrom("purchase_intents")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.id", "=", id)
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .select([
      selectPrimary("buyer").as("primary"),
      selectAddress("properties.address_id").$notNull().as("address"),
      purchaseIsCompleteSql().as("complete"),
    ])
    .select((eb) =>
      eb
        .or([hasComeSql("completed"), hasComeSql("aborted"), isSoldToOtherSql()])
        .$castTo<boolean>()
        .as("is_over"),
    )
    .executeTakeFirstOrThrow(purchaseNotFound);
  return { ...side, is_represented: false };
}

/**
 * Returns the reason why staff cannot add or remove people: the customers still can, or the matter
 * has ended. Returns null if staff can.
 */
export function peopleLockedReason(
  { complete, is_over }: { complete: boolean; is_over: boolean },
  { purchase_intent_id }: SidePlace,
): string | null {
  const noun = purchase_intent_id === null ? "sale" : "purchase";
  if (!complete) return PEOPLE_LOCKED[noun];
  return is_over ? `This ${noun} has ended, so people can no longer be added or removed` : null;
}

/** Returns true if two email addresses belong to the same mailbox, ignoring case. */
export function isSameMailbox(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase();
}

/**
 * Updates a purchase’s ownership type or gifts after people were added or removed. `rest` is true
 * if the purchase still has people of that kind.
 */
export async function updateOwnershipAndGifts(
  trx: Db,
  { purchase_intent_id }: SidePlace,
  kind: "seller" | "buyer" | "giftor",
  rest: boolean,
): Promise<void> {
  if (purchase_intent_id === null) return;
  await trx
    .updateTable("purchase_intents")
    .set((eb) => ({
      ...(kind === "buyer"
        ? { ownership_type: rest ? ("Joint" as const) : ("Sole" as const) }
        : { gifts: rest ? ("yes" as const) : ("no" as const) }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", purchase_intent_id)
    .execute();
}

/**
 * Queues the email about people being added or removed, and withdraws an earlier one that is
 * still queued. The content of the email is read from the database when it is sent.
 */
export async function queuePeopleChangedEmail(
  trx: Db,
  { transaction_id, purchase_intent_id }: SidePlace,
  { recipient, to }: { recipient: string; to: PeopleChanged["to"] },
): Promise<void> {
  await withdrawEmailsTo(trx, { recipient, transaction_id, emails: [peopleChangedEmail] });
  await queueEmail(trx, {
    email: peopleChangedEmail,
    recipient,
    transaction_id,
    props: { transaction_id, purchase_intent_id, to },
    after: notificationTime(new Date()),
  });
}

/**
 * Returns the content of the email about people being added or removed. Only the primary
 * customer’s email lists the participants.
 */
export async function readPeopleChanged(
  db: Db,
  { to, transaction_id, purchase_intent_id }: PeopleChanged,
) {
  const side = await readSide(db, { transaction_id, purchase_intent_id });
  const noun = purchase_intent_id === null ? ("sale" as const) : ("purchase" as const);
  const property = addressLine(side.address);
  if (to === "removed") return { noun, property, primary: null };
  const { primary, is_represented, named } = side;
  const dashboard = noun === "sale" ? paths.dashboard.sell : paths.dashboard.buy;
  return {
    noun,
    property,
    primary: {
      first_name: primary.first_name,
      named: named.map(({ kind, ...person }) => ({
        name: representedName(person),
        part: is_represented ? "Owner" : PARTS[kind],
      })),
      dashboard: siteUrl(dashboard(transaction_id)),
    },
  };
}

const PARTS = { seller: "Co-seller", buyer: "Co-buyer", giftor: "Giftor" };
