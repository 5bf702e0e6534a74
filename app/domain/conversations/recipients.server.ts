import { sql } from "kysely";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

/** A person who can get an answer in a conversation. */
type Recipient = {
  email: string;
  name: string;
  first_name: string | null;
  /** Part in the matter, such as "Seller". */
  role: string;
  is_customer: boolean;
  /** True for a solicitor or an estate agent. */
  is_firm: boolean;
  /** True if our last email to this address was not delivered. */
  is_bounced: boolean;
};

type Place = {
  id: string;
  transaction_id: string;
  purchase_intent_id: string | null;
};

const ROLES: Readonly<Record<string, string>> = {
  seller: "Seller",
  buyer: "Buyer",
  giftor: "Giftor",
  seller_solicitor: "Seller’s solicitor",
  buyer_solicitor: "Buyer’s solicitor",
  estate_agent: "Estate agent",
  sender: "Matched sender",
};

/**
 * Lists the people to whom staff can send an answer in a conversation: the side’s customers, its
 * law firm, for the sellers also the estate agent, and senders whose emails staff matched.
 */
export async function listRecipients(
  db: Db,
  reader: Pick<StaffReader, "recordView">,
  place: Place,
): Promise<Recipient[]> {
  const { transaction_id, purchase_intent_id } = place;
  const parts =
    purchase_intent_id === null
      ? ["seller_solicitor", "estate_agent"]
      : ["buyer_solicitor", "estate_agent"];
  const { rows } = await sql<
    Omit<Recipient, "role" | "name"> & { part: string; last_name: string | null }
  >`
    with people as (
      select users.email, users.first_name, users.last_name, 'seller' as part, 0 as rank
        from transactions join users on users.id = transactions.seller_id
        where transactions.id = ${transaction_id} and ${purchase_intent_id}::text is null
      union all select email, first_name, last_name, kind, 1 from parties
        where transaction_id = ${transaction_id} and ${purchase_intent_id}::text is null
          and email is not null
      union all select users.email, users.first_name, users.last_name, 'buyer', 0
        from purchase_intents join users on users.id = purchase_intents.buyer_id
        where purchase_intents.id = ${purchase_intent_id}
      union all select email, first_name, last_name, kind, 1 from parties
        where purchase_intent_id = ${purchase_intent_id} and email is not null
      union all (select email, first_name, last_name, part, 2 from matter_emails
        where transaction_id = ${transaction_id} and part = any(${parts}::text[])
          and email is not null limit 40)
      union all select email, null, null, 'sender', 3 from matched_senders
        where transaction_id = ${transaction_id}
          and purchase_intent_id is not distinct from ${purchase_intent_id}
    ), each as (
      select distinct on (email) email, first_name, last_name, part, rank from people
      order by email, rank
    )
    select each.email::text, first_name, last_name, part,
      part in ('seller', 'buyer') as is_customer,
      part in ('seller_solicitor', 'buyer_solicitor', 'estate_agent') as is_firm,
      coalesce((select outcome_is_failure(email_outcomes) from email_outcomes
        where email_outcomes.recipient = each.email
        order by greatest(failed_at, delivered_at) desc nulls last limit 1), false) as is_bounced
    from each order by rank, last_name, email`.execute(db);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return rows.map(({ part, last_name, ...person }) => ({
    ...person,
    name: [person.first_name, last_name].filter(Boolean).join(" ") || person.email,
    role: ROLES[part] ?? "Participant",
  }));
}

/**
 * Returns the address of the person whose message waits for an answer: of the newest message from
 * outside. Null if there is none, and for an email whose sender is not proved.
 */
export async function findAsker(db: Db, conversation_id: string): Promise<string | null> {
  const newest = await db
    .selectFrom("messages")
    .leftJoin("users", "users.id", "messages.author_id")
    .leftJoin("inbound_emails as email", "email.id", "messages.inbound_email_id")
    .select((eb) =>
      eb.fn.coalesce("email.from_email", "users.email", "messages.firm_email").as("email"),
    )
    .select("email.sender_doubt")
    .where("conversation_id", "=", conversation_id)
    .where("messages.kind", "in", [
      "email_received",
      "page_message",
      "update_request",
      "firm_message",
    ])
    .where("email.automatic", "is", null)
    .orderBy("messages.at", "desc")
    .orderBy("messages.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest && newest.sender_doubt === null ? newest.email : null;
}
