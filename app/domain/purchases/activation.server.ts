import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { type PlannedLetter, planLetter } from "#app/domain/assignments/letter.server.ts";
import { uniqueMailboxes } from "#app/domain/shared/names.ts";
import {
  type PlannedEmail,
  planSideEmails,
} from "#app/domain/assignments/plan-solicitors.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { sendLetter, sendSolicitorEmails } from "#app/domain/assignments/send-letters.server.ts";
import {
  SOLICITOR_EMAIL_TEXTS,
  SOLICITOR_EMAILS,
} from "#app/domain/assignments/solicitor-emails.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { Firm } from "#app/domain/events/firm-news.ts";
import { listNewsRecipients } from "#app/domain/events/queue-firm-news.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { selectBuyers, selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import { lockMatters } from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { makeActive, makeInactive, type PurchasePlace } from "./active-purchase.server.ts";
import { purchaseNotFound } from "./purchases.server.ts";

export const purchaseIntentActivatedBuyerEmail = queuedEmail(
  "purchase_intent_activated_buyer",
  z.object({ purchase_intent_id: z.string() }),
);
export const purchaseIntentDeactivatedBuyerEmail = queuedEmail(
  "purchase_intent_deactivated_buyer",
  z.object({ purchase_intent_id: z.string() }),
);
export const purchaseIntentActivatedSellerEmail = queuedEmail(
  "purchase_intent_activated_seller",
  z.object({
    purchase_intent_id: z.string(),
    /** True if the sale had a different active buyer before. */
    has_changed: z.boolean(),
  }),
);

type Activation = Awaited<ReturnType<typeof readActivation>>;

/**
 * Plans the activation of a purchase: the active purchase that it replaces, and all emails with
 * their recipients (K-065, K-066, AMB-K12, AMB-L01). `refusal` is the reason why staff cannot
 * activate it, or null (K-063).
 * @throws NotFoundError if the id is malformed (K-070) or the purchase belongs to a different
 * matter
 */
export async function readActivation(
  db: Db,
  reader: StaffReader | ServiceReader,
  place: PurchasePlace,
) {
  const { transaction_id, purchase_intent_id } = place;
  if (!isObjectId(purchase_intent_id)) {
    throw new NotFoundError("Purchase Intent ID is required to activate.");
  }
  if (!isObjectId(transaction_id)) throw purchaseNotFound();
  const { is_active, terms_accepted_at, ticked_for_buyer, ended_on, ...purchase } = await db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("users", "users.id", "purchase_intents.buyer_id")
    .where("purchase_intents.id", "=", purchase_intent_id)
    .where("purchase_intents.transaction_id", "=", transaction_id)
    .select(["purchase_intents.is_active", "purchase_intents.terms_accepted_at"])
    .select(["purchase_intents.buyer_id", "users.email as buyer_email"])
    .select(selectContacts("buyer").as("contacts"))
    .select(["purchase_intents.aborted", "transactions.ticked_for_buyer"])
    .select("transactions.ended_on")
    .select((eb) => [
      selectBuyers().as("buyers"),
      selectContacts("seller").as("sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .select("purchase_intents.id")
          .select(selectContacts("buyer").as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .where("purchase_intents.is_active", "=", true),
      ).as("displaced"),
    ])
    .executeTakeFirstOrThrow(purchaseNotFound);
  const introductions = await planIntroductions(db, place, ticked_for_buyer);
  const letter = introductions.some((email) => email.letter) ? null : await planNews(db, place);
  const event_name = "purchase_intent_activated";
  const firms = await listNewsRecipients(db, { transaction_id, event_name });
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    ...purchase,
    introductions,
    letter,
    emails: listEmails({ ...purchase, introductions, letter, firms }),
    refusal: refusal({
      is_active,
      terms_accepted: terms_accepted_at !== null,
      has_ended: ended_on !== null,
    }),
  };
}

function refusal(purchase: {
  is_active: boolean;
  terms_accepted: boolean;
  has_ended: boolean;
}): string | null {
  if (purchase.has_ended) return "This matter has ended. Resume it first";
  if (purchase.is_active) return "This purchase intent is already active";
  if (purchase.terms_accepted) return null;
  return "The buyer has not accepted the terms and conditions yet";
}

/**
 * Plans the emails to the buyer’s solicitor that staff ticked and that have not been sent for this
 * purchase (AMB-L01).
 */
async function planIntroductions(
  db: Db,
  { transaction_id, purchase_intent_id }: PurchasePlace,
  ticked: readonly string[],
): Promise<PlannedEmail[]> {
  const events = await db
    .selectFrom("events")
    .select("event_name")
    .where("purchase_intent_id", "=", purchase_intent_id)
    .execute();
  const sent = new Set(events.map(({ event_name }) => event_name));
  const names = SOLICITOR_EMAILS.buyer.filter(
    (name) => ticked.includes(name) && !sent.has(`${name}_email_sent`),
  );
  return planSideEmails(db, { transaction_id, side: "buyer", names, purchase_intent_id });
}

/**
 * Plans a letter about the new active buyer to the buyer’s solicitor, if the solicitor was
 * instructed earlier.
 */
function planNews(db: Db, { transaction_id, purchase_intent_id }: PurchasePlace) {
  return planLetter(db, {
    side: "buyer",
    transaction_ids: [transaction_id],
    purchase_intent_id,
    is_activation: true,
  });
}

type Contact = { email: string };

function listEmails(activation: {
  contacts: readonly Contact[];
  sellers: readonly Contact[];
  displaced: { buyers: readonly Contact[] } | null;
  introductions: readonly PlannedEmail[];
  letter: PlannedLetter | null;
  firms: readonly { firm: Firm; to: string }[];
}) {
  const { contacts, sellers, displaced, introductions, letter, firms } = activation;
  const toEach = (label: string, people: readonly Contact[]) =>
    uniqueMailboxes(people).map((to) => ({ label, to, cc: [] }));
  return [
    ...toEach("Confirmation to the buyer", contacts),
    ...introductions.map(({ name, to, cc }) => ({
      label: SOLICITOR_EMAIL_TEXTS[name].label,
      to,
      cc,
    })),
    ...(letter
      ? [
          {
            label: "Confirmation to the buyer’s solicitor",
            to: letter.letter.to,
            cc: letter.letter.cc,
          },
        ]
      : []),
    ...(displaced
      ? toEach("Notice that the purchase has ended, to the previous buyer", displaced.buyers)
      : []),
    ...toEach(
      displaced
        ? "Notice of a new buyer, to the seller"
        : "Notice that a buyer has been found, to the seller",
      sellers,
    ),
    ...firms.map(({ firm, to }) => ({
      label:
        firm === "estate_agent"
          ? "Notice of the buyer, to the estate agent"
          : "Notice of the buyer, to the seller’s solicitor",
      to,
      cc: [],
    })),
  ];
}

/**
 * Returns a digest of the plan, which shows whether the plan changed after the confirmation page
 * was shown.
 */
export function activationMark({ displaced, aborted, emails, introductions, letter }: Activation) {
  return hashPlan({ displaced, aborted, emails, introductions, letter });
}

/**
 * Makes a purchase active, even if it was aborted, and deactivates the purchase that was active
 * before. Queues the emails (K-062 to K-069, AMB-D09, AMB-K12, AMB-L01).
 * @throws NotFoundError; ConflictError if the purchase cannot be activated, or if `confirmed`
 * differs from the current activationMark
 */
export async function activatePurchase(
  db: Db,
  place: PurchasePlace,
  { actor, confirmed }: { actor: Actor; confirmed: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockMatters(trx, "id", place.transaction_id);
    const activation = await readActivation(trx, service, place);
    if (activation.refusal) throw new ConflictError(activation.refusal);
    requireAsConfirmed(
      { mark: activationMark(activation) },
      { mark: confirmed },
      "The active purchase intent or its list of email recipients",
    );
    const { displaced, aborted } = activation;
    if (displaced) {
      const replaced = { ...place, purchase_intent_id: displaced.id };
      await makeInactive(trx, replaced, { released_on: londonDay(new Date()) });
    }
    await activate(trx, place, { actor, aborted });
    await queueActivationEmails(trx, place, activation);
  });
}

async function activate(
  trx: Db,
  place: PurchasePlace,
  { actor, aborted }: { actor: Actor; aborted: string | null },
) {
  await makeActive(trx, place);
  const by = { ...place, author: "admin", author_id: actor.id } as const;
  if (aborted !== null) {
    const comments = `Aborted on ${adminDate(aborted)}`;
    await recordEvent(trx, { ...by, event_name: "purchase_taken_up_again", comments });
  }
  await recordEvent(trx, { ...by, event_name: "purchase_intent_activated" });
  await recordAudit(trx, {
    actor,
    action: "purchase_intent_activated",
    subject: { type: "purchase_intent", id: place.purchase_intent_id },
    fields: aborted === null ? ["is_active"] : ["is_active", "aborted"],
  });
}

async function queueActivationEmails(trx: Db, place: PurchasePlace, activation: Activation) {
  const { transaction_id, purchase_intent_id } = place;
  const { buyer_id, buyer_email, contacts, displaced, introductions, letter, sellers } = activation;
  for (const recipient of uniqueMailboxes(contacts)) {
    await queueEmail(trx, {
      email: purchaseIntentActivatedBuyerEmail,
      recipient,
      transaction_id,
      ...(recipient === buyer_email && { user_id: buyer_id }),
      props: { purchase_intent_id },
    });
  }
  await sendSolicitorEmails(trx, introductions);
  if (letter) await sendLetter(trx, letter, "purchase_intent_activated_solicitor");
  if (displaced) {
    for (const recipient of uniqueMailboxes(displaced.buyers)) {
      await queueEmail(trx, {
        email: purchaseIntentDeactivatedBuyerEmail,
        recipient,
        transaction_id,
        props: { purchase_intent_id: displaced.id },
      });
    }
  }
  for (const recipient of uniqueMailboxes(sellers)) {
    await queueEmail(trx, {
      email: purchaseIntentActivatedSellerEmail,
      recipient,
      transaction_id,
      props: { purchase_intent_id, has_changed: displaced !== null },
    });
  }
}
