import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressWithoutLinks, nameWithoutLinks } from "#app/domain/shared/strip-links.ts";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import { paths } from "#app/paths.ts";
import { queueEmail, withdrawEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";

export const personNamedEmail = queuedEmail("person_named", z.object({ party_id: z.string() }));

type Named = {
  kind: "seller" | "buyer";
  transaction_id: string;
  purchase_intent_id?: string;
  /**
   * Email of the primary customer. Participants with the same email are not notified, because the
   * primary customer already knows.
   */
  primary_email: string;
  mailbox?: string;
};

/**
 * Queues an email to each co-seller or co-buyer when the customer has finished registering the
 * matter, or when staff add them. Each mailbox gets one email, outside quiet hours. Giftors get
 * theirs with the ID check (queueGiftorEmail).
 */
export async function queueParticipantEmails(trx: Db, named: Named): Promise<void> {
  const { kind, transaction_id, purchase_intent_id, primary_email, mailbox } = named;
  const people = await trx
    .selectFrom("parties")
    .distinctOn("email")
    .select(["id as party_id", "email as recipient"])
    .where("kind", "=", kind)
    .where((eb) =>
      purchase_intent_id
        ? eb("purchase_intent_id", "=", purchase_intent_id)
        : eb("transaction_id", "=", transaction_id),
    )
    .where("email", "is not", null)
    .where("email", "<>", primary_email)
    .$if(mailbox !== undefined, (query) => query.where("email", "=", mailbox ?? ""))
    .$narrowType<{ recipient: string }>()
    .orderBy("email")
    .orderBy("position")
    .execute();
  for (const { party_id, recipient } of people) {
    await queueEmail(trx, {
      email: personNamedEmail,
      recipient,
      transaction_id,
      props: { party_id },
      dedupe_key: emailKey(party_id),
      after: afterQuietHours(new Date()),
    });
  }
}

const emailKey = (party_id: string) => `person_named:${party_id}`;

/**
 * Withdraws a removed participant’s queued email. If there was one, queues it for the next
 * participant with that mailbox.
 */
export async function requeueParticipantEmail(
  trx: Db,
  { party_id, ...named }: Named & { party_id: string },
): Promise<void> {
  if (await withdrawEmail(trx, emailKey(party_id))) await queueParticipantEmails(trx, named);
}

/**
 * Returns the content of the email to a new participant. Links are removed from names and
 * addresses, because the reader may not know us (SE-6).
 * @throws EmailNotNeededError if the person is no longer a participant
 */
export async function readNamed(db: Db, { party_id }: { party_id: string }) {
  const named = await db
    .selectFrom("parties")
    .leftJoin("purchase_intents as p", "p.id", "parties.purchase_intent_id")
    .innerJoin("transactions as t", (join) =>
      join.on("t.id", "=", sql<string>`coalesce(parties.transaction_id, p.transaction_id)`),
    )
    .innerJoin("properties", "properties.id", "t.property_id")
    .innerJoin("users", (join) =>
      join.on("users.id", "=", sql<string>`coalesce(p.buyer_id, t.seller_id)`),
    )
    .select(["t.seller_lawyer_group_id", "t.buyer_lawyer_group_id"])
    .select(["t.type", "t.solicitor_preference", "p.is_active"])
    .select(["parties.first_name as named", "parties.kind"])
    .select(["t.id as transaction_id", "p.id as purchase_intent_id", "t.customer_type"])
    .select(["users.first_name", "users.middle_name", "users.last_name"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("parties.id", "=", party_id)
    .executeTakeFirst();
  if (!named) throw new EmailNotNeededError();
  const { transaction_id, purchase_intent_id } = named;
  return {
    place: { transaction_id, ...(purchase_intent_id && { purchase_intent_id }) },
    first_name: nameWithoutLinks({ first_name: named.named, last_name: null }),
    named_by: nameWithoutLinks(named),
    ...(named.kind === "seller"
      ? { noun: "sale" as const, role: "seller" as const }
      : { noun: "purchase" as const, role: "buyer" as const }),
    /** True if the primary customer sells for the owners and owns no part of the property. */
    is_represented: named.kind === "seller" && named.customer_type === "representative",
    solicitor: solicitorState(named),
    property: addressWithoutLinks(named.address),
    sign_in: siteUrl(paths.signIn()),
  };
}

/**
 * Returns who chooses the solicitor of the reader’s side: the seller who signed up, until they have
 * chosen or asked us to choose, otherwise us. We choose a buyer’s solicitor once we have confirmed
 * the purchase. Null if the side has a solicitor.
 */
function solicitorState(named: {
  kind: string;
  type: "resale" | "development";
  is_active: boolean | null;
  solicitor_preference: string | null;
  seller_lawyer_group_id: string | null;
  buyer_lawyer_group_id: string | null;
}) {
  if (named.kind !== "seller") {
    if (named.is_active !== true) return "to_confirm" as const;
    return named.buyer_lawyer_group_id === null ? ("to_arrange" as const) : null;
  }
  if (named.seller_lawyer_group_id !== null) return null;
  const isOpen = named.type === "resale" && named.solicitor_preference === null;
  return isOpen ? ("to_choose" as const) : ("to_arrange" as const);
}
