import { z } from "zod";
import {
  endAgreement,
  findAgreement,
  insertAgreement,
  reopenAgreement,
} from "#app/domain/agreements/agreements.server.ts";
import { withdrawInvitation } from "#app/domain/invitations/cancel-invitation.server.ts";
import { invitationLetter } from "#app/domain/invitations/invitation-letter.ts";
import { createInvitation } from "#app/domain/invitations/new-invitations.server.ts";
import {
  agreeMemorandum,
  findOpenMemorandum,
  reopenMemorandum,
} from "#app/domain/memoranda/memoranda.server.ts";
import { fromDateParts } from "#app/domain/transactions/significant-dates.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import type { Db } from "#db/connection.ts";
import { type ActionPlace, defineAction, refuseIfEnded } from "./action.ts";
import {
  AgreedBuyer,
  agreedBuyerOf,
  AgreeSaleChoice,
  AgreeSaleForm,
} from "./agree-sale-form.server.ts";
import { findAgreedBuyer, readInviter } from "./agreed-buyer.server.ts";
import {
  BuyerValues,
  buyerUndoRefusal,
  readActiveBuyer,
  showBuyers,
  writeActiveBuyer,
} from "./buyer-change.server.ts";
import { NEXT_STEPS, NEXT_STEP_NAMES } from "./buyer-words.ts";
import { findOtherPurchase, listOtherPurchases, purchaseOptions } from "./replace-buyer.server.ts";

/**
 * The buyer with whom a sale is agreed. With a purchase that can become active, the price and the
 * date are those of the purchase. Otherwise they are those of the agreement.
 */
const AgreedValues = BuyerValues.extend({
  agreed_price_pounds: z.number().nullable(),
  /** Date of the memorandum of sale. */
  sale_agreed: z.string().nullable(),
  next: z.enum(NEXT_STEP_NAMES).nullable(),
  /** Open agreement with a buyer who has not finished signing up. */
  agreement_id: z.string().nullable(),
  /** Purchase that such a buyer has started. */
  started_id: z.string().nullable(),
  /** Memorandum of the estate agent that staff must check, if there is one. */
  memorandum_id: z.string().nullish(),
  /** Details that the agreement and the invitation store. */
  typed: AgreedBuyer.nullish(),
});
type AgreedValues = z.output<typeof AgreedValues>;

/** Records the buyer and price of a memorandum of sale. Invites a buyer who is new to us. */
export const agreeSale = defineAction({
  kind: "agree_sale",
  title: "Agree a sale",
  event: "buyer_agreed",
  form: AgreeSaleForm,
  stored: AgreedValues,
  read: readAgreed,
  options: async (db, place) => purchaseOptions(await listOtherPurchases(db, place)),
  async plan(db, place, { before, choice }) {
    const chosen_by_staff = AgreeSaleChoice.parse(choice);
    const { purchase_intent_id, agreed_price_pounds, memorandum_on } = chosen_by_staff;
    const typed = agreedBuyerOf(chosen_by_staff);
    const sale_agreed = dateOf(memorandum_on) ?? londonDay(new Date());
    const terms = { agreed_price_pounds, sale_agreed };
    if (typed === null) {
      const chosen = await findOtherPurchase(db, place, purchase_intent_id);
      return {
        before: {
          ...before,
          inactive_id: chosen.id,
          inactive_aborted: chosen.aborted,
          inactive_released_on: chosen.released_on,
          agreed_price_pounds: chosen.agreed_price_pounds,
          sale_agreed: chosen.sale_agreed,
        },
        after: {
          ...before,
          active_id: chosen.id,
          buyers: chosen.names,
          ...terms,
          next: "activate" as const,
          agreement_id: null,
          memorandum_id: null,
        },
      };
    }
    const buyer = await findAgreedBuyer(db, place, typed);
    const after = {
      ...before,
      buyers: [buyer, typed.co_buyer].flatMap((one) => (one ? [fullName(one)] : [])).join(", "),
      ...terms,
      next: buyer.next,
      agreement_id: null,
      started_id: buyer.started_id,
      memorandum_id: null,
      typed,
    };
    return { before, after };
  },
  parties: ({ after }) => ({
    purchase_intent_id: after.active_id ?? after.started_id,
    displaced_id: null,
    buyer_lawyer_group_id: null,
  }),
  async otherEmails(db, place, { after }, { staff_id }) {
    const { typed, next } = after;
    if (!typed || next !== "invite") return [];
    const { first_name, name } = await findAgreedBuyer(db, place, typed);
    const letter = invitationLetter("buy", await readInviter(db, place, staff_id));
    const words = {
      subject: letter.subject,
      greeting: `Hello ${first_name},`,
      paragraphs: [...letter.paragraphs, `[${letter.button}]`, letter.ending],
    };
    return [{ reader: "buyer", name, first_name, to: typed.email, cc: [], words }];
  },
  async take(trx, place, { before, after }, { actor, sends_at }) {
    const { typed, ...values } = after;
    const { transaction_id } = place;
    if (before.memorandum_id) {
      const { memorandum_id } = before;
      await agreeMemorandum(trx, { transaction_id, memorandum_id, staff_id: actor.id });
    }
    if (!typed) {
      await writeAgreed(trx, place, values);
      return values;
    }
    await endAgreement(trx, place.transaction_id);
    const invitation_id =
      after.next === "invite"
        ? await createInvitation(trx, await invitationTo(trx, place, typed), {
            actor,
            after: sends_at,
          })
        : null;
    const { buyer_id } = await findAgreedBuyer(trx, place, typed);
    if (buyer_id === null) throw new Error("The invitation created no customer");
    const agreement_id = await insertAgreement(trx, {
      transaction_id: place.transaction_id,
      buyer_id,
      invitation_id,
      agreed_price_pounds: after.agreed_price_pounds ?? 0,
      memorandum_on: after.sale_agreed,
      co_buyer: typed.co_buyer,
    });
    return { ...values, agreement_id };
  },
  write: writeAgreed,
  letters: () => ["seller"],
  describe: describeAgreed,
  show: (values) => [
    ...showBuyers(values),
    {
      label: "Agreed price",
      text:
        values.agreed_price_pounds === null
          ? "Not agreed"
          : formatPounds(values.agreed_price_pounds),
    },
    ...(values.next ? [{ label: "Next", text: NEXT_STEPS[values.next] }] : []),
  ],
  refusal(facts) {
    const ended = refuseIfEnded(facts);
    if (ended) return ended;
    if (facts.has_active_purchase) {
      return "This matter has an active buyer. To sell to someone else, replace the buyer.";
    }
    return null;
  },
  async undoConflict(db, place, change) {
    const { agreement_id } = change.after;
    const changed = await buyerUndoRefusal(db, place, change);
    if (changed || agreement_id === null) return changed;
    const agreement = await findAgreement(db, place.transaction_id);
    if (agreement?.id !== agreement_id) return "Another sale has been agreed since.";
    if (agreement.invitation_status === "clicked") {
      return "The buyer has opened the link in the invitation.";
    }
    if (change.after.started_id === null && (await hasStarted(db, place, agreement.buyer_id))) {
      return "The buyer has started the purchase.";
    }
    return null;
  },
});

/** Such as "Sale agreed with Bea Byron for £450,000". */
function describeAgreed({ after: { buyers, agreed_price_pounds } }: { after: AgreedValues }) {
  if (buyers === null) return "Agreed sale undone";
  const price = agreed_price_pounds === null ? "" : ` for ${formatPounds(agreed_price_pounds)}`;
  return `Sale agreed with ${buyers}${price}`;
}

const dateOf = ({ day = "", month = "", year = "" }: AgreeSaleChoice["memorandum_on"]) =>
  fromDateParts({ day, month, year });

async function readAgreed(db: Db, place: ActionPlace): Promise<AgreedValues> {
  const active = await readActiveBuyer(db, place);
  const agreement = await findAgreement(db, place.transaction_id);
  return {
    ...active,
    buyers: agreement ? fullName(agreement) : active.buyers,
    agreed_price_pounds: agreement?.agreed_price_pounds ?? null,
    sale_agreed: agreement?.memorandum_on ?? null,
    next: null,
    agreement_id: agreement?.id ?? null,
    started_id: null,
    memorandum_id: (await findOpenMemorandum(db, place.transaction_id))?.id ?? null,
  };
}

/**
 * Stores a buyer with a purchase, or restores what was agreed before. The memorandum of a sale that
 * is no longer agreed must be checked again.
 */
async function writeAgreed(trx: Db, place: ActionPlace, values: AgreedValues): Promise<void> {
  const { transaction_id } = place;
  const open = await findAgreement(trx, transaction_id);
  if (open && open.id !== values.agreement_id) {
    await endAgreement(trx, transaction_id);
    if (open.invitation_id) await withdrawInvitation(trx, open.invitation_id);
  }
  await writeActiveBuyer(trx, place, values);
  const { agreed_price_pounds, sale_agreed } = values;
  const purchase_id = values.active_id ?? values.inactive_id;
  if (purchase_id !== null && agreed_price_pounds !== null) {
    await trx
      .updateTable("purchase_intents")
      .set({ agreed_price_pounds, sale_agreed })
      .where("id", "=", purchase_id)
      .where("transaction_id", "=", transaction_id)
      .execute();
  }
  if (values.memorandum_id) {
    await reopenMemorandum(trx, { transaction_id, memorandum_id: values.memorandum_id });
  }
  if (values.agreement_id && open?.id !== values.agreement_id) {
    await reopenAgreement(trx, values.agreement_id);
  }
}

async function invitationTo(db: Db, { transaction_id }: ActionPlace, typed: AgreedBuyer) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const customer = pick(typed, ["first_name", "middle_name", "last_name", "email", "phone_number"]);
  return { customer, to: { role: "buy", property_id }, prevent_email: false } as const;
}

async function hasStarted(db: Db, { transaction_id }: ActionPlace, buyer_id: string) {
  const started = await db
    .selectFrom("purchase_intents")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("buyer_id", "=", buyer_id)
    .executeTakeFirst();
  return started !== undefined;
}
