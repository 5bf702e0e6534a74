import { EmailNotNeededError } from "#app/domain/errors.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { listSteps, type ListedSteps } from "#app/domain/stages/step-words.ts";
import type { Db } from "#db/connection.ts";
import { ownSteps, readMatter } from "./progress-emails.server.ts";

/** The sale or purchase that an email is about, and the email’s recipient. */
type Addressed = {
  transaction_id: string;
  purchase_intent_id?: string;
  recipient: string;
  /**
   * True to leave out other people’s names. A name could be any text, and the reader may not know
   * us (SE-6).
   */
  without_names?: boolean;
};

/**
 * Returns the current next steps of an email’s recipient (CU-6).
 * @throws EmailNotNeededError if the recipient has no access to the sale or purchase
 */
export async function readOwnSteps(db: Db, about: Addressed): Promise<ListedSteps> {
  const { transaction_id, purchase_intent_id, recipient } = about;
  const side = purchase_intent_id ? ("buyer" as const) : ("seller" as const);
  const account = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", recipient)
    .where("type", "=", "customer")
    .where("active", "=", true)
    .executeTakeFirst();
  const primary = await readPrimary(db, about);
  const isKnown = account || primary.email.toLowerCase() === recipient.toLowerCase();
  const reader = {
    user_id: account?.id ?? primary.id,
    transaction_id,
    side,
    ...(!isKnown && { mailbox: recipient }),
  };
  const matter = await readMatter(db, reader);
  if (!matter) throw new EmailNotNeededError();
  const facts = ownSteps(matter, reader, londonDay(new Date()));
  const checks = about.without_names ? facts.checks.slice(0, 1) : facts.checks;
  return listSteps(side, { ...facts, checks });
}

function readPrimary(db: Db, { transaction_id, purchase_intent_id }: Addressed) {
  const gone = () => new EmailNotNeededError();
  return purchase_intent_id
    ? db
        .selectFrom("purchase_intents")
        .innerJoin("users", "users.id", "purchase_intents.buyer_id")
        .select(["users.id", "users.email"])
        .where("purchase_intents.id", "=", purchase_intent_id)
        .where("purchase_intents.transaction_id", "=", transaction_id)
        .executeTakeFirstOrThrow(gone)
    : db
        .selectFrom("transactions")
        .innerJoin("users", "users.id", "transactions.seller_id")
        .select(["users.id", "users.email"])
        .where("transactions.id", "=", transaction_id)
        .executeTakeFirstOrThrow(gone);
}
