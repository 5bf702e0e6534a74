/**
 * Draft of a purchase: the answers and people, both before the purchase is created and while it is
 * edited.
 */

import { z } from "zod";
import type { SignedIn } from "#app/auth/session.server.ts";
import { readOwnAgreement } from "#app/domain/agreements/agreements.server.ts";
import { changeDraft, draftName } from "#app/domain/drafts/drafts.server.ts";
import { StaleAnswersError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { tickedSources } from "#app/domain/shared/funding.ts";
import { draftOf, draftText } from "#app/domain/shared/questions.server.ts";
import { plainTexts } from "#app/domain/shared/questions.ts";
import { readInvitedProperty } from "#app/domain/invitations/invitations.server.ts";
import {
  findUnfinished,
  newMatterId,
  startMatter,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { PURCHASE_QUESTIONS, type PurchaseQuestion } from "#app/domain/purchases/questions.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { matterIdInUrl, requireBuyer } from "../onboarding/open-step.server.ts";
import {
  type ListButton,
  TypedPeople,
  typedPerson,
  withoutRemoved,
} from "../onboarding/people-list.server.ts";
import { type OpenPurchase, openPurchase } from "./open-purchase.server.ts";

const texts = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined);

const TypedAnswers = z.object({
  ...draftOf(PURCHASE_QUESTIONS, { funding: texts }),
  chosen_address: draftText,
});

export const PurchaseDraft = z.object({
  /** Version of the purchase’s record when the buyer opened it; 0 if there is no record yet. */
  version: z.coerce.number().catch(0),
  answers: TypedAnswers.catch(() => TypedAnswers.parse({})),
  buyers: TypedPeople.catch([]),
  giftors: TypedPeople.catch([]),
});
export type PurchaseDraft = z.output<typeof PurchaseDraft>;

export const BUYERS = { name: "buyers", here: paths.buy.buyers, page: paths.buy.buyer } as const;

export const GIFTORS = {
  name: "giftors",
  here: paths.buy.giftors,
  page: paths.buy.giftor,
} as const;

/**
 * Starts a draft. If the buyer was invited, fills in the property from the invitation (AMB-R04),
 * and the price and co-buyer if staff have recorded the memorandum of sale.
 * Throws like startMatter.
 */
export async function startPurchase({ id: user_id, onboarding }: SignedIn & Reader, id: string) {
  const { invitation_id } = onboarding;
  const reading = invitation_id
    ? readInvitedProperty(db, { invitation_id, user_id, role: "buy" })
    : Promise.resolve(null);
  // If the invitation’s property can’t be read, the buyer looks it up by its postcode.
  const invited = await nullIfFailed(reading, { what: "reading an invitation's property" });
  const property_id = invited?.property_id;
  const agreed = property_id
    ? await nullIfFailed(readOwnAgreement(db, { buyer_id: user_id, property_id }), {
        what: "reading the price that was agreed with a buyer",
      })
    : null;
  const answers = invited
    ? {
        ...agreedAnswers(agreed),
        postcode: invited.address.postcode ?? "",
        searched: invited.address.postcode ?? "",
        property_id: invited.property_id ?? undefined,
        chosen_address: addressLine(invited.address),
      }
    : {};
  const buyers = agreed?.co_buyer
    ? [
        typedPerson({
          ...agreed.co_buyer,
          person_id: "",
          middle_name: null,
          correspondence_address: null,
        }),
      ]
    : [];
  await startMatter(db, { role: "buy", id, user_id }, { answers, buyers });
}

/** Returns the answers that the agent’s memorandum of sale has already given. */
function agreedAnswers(agreed: Awaited<ReturnType<typeof readOwnAgreement>>) {
  if (!agreed) return {};
  return {
    agreed_price_pounds: String(agreed.agreed_price_pounds),
    ...(agreed.co_buyer && { ownership_type: "Joint" }),
  };
}

export type OpenProperty = OpenPurchase & { draft: PurchaseDraft };

/**
 * Opens the property step with the stored draft or, if there is none, with a draft made from the
 * purchase’s record. Throws like openPurchase.
 */
export async function openProperty(request: Request): Promise<OpenProperty> {
  if (request.method === "POST") await startForOldPage(request);
  const open = await openPurchase(request, "about-the-property");
  return { ...open, draft: toDraft(open.stored, open.purchase) };
}

/** Creates a draft for a form on a page from an older version, whose URL has no purchase id. */
async function startForOldPage(request: Request) {
  if (matterIdInUrl(request, "buy") !== null) return;
  const buyer = await requireBuyer(request);
  if (await findUnfinished(db, { role: "buy", user_id: buyer.id })) return;
  await startPurchase(buyer, newMatterId());
}

/**
 * Changes the latest version of the stored draft. Throws StaleAnswersError if the draft has become
 * a purchase.
 */
export function changePurchaseDraft(
  page: OpenProperty,
  change: (now: PurchaseDraft) => PurchaseDraft,
): Promise<PurchaseDraft> {
  const { id, buyer } = page;
  return changeDraft(db, buyer.id, draftName("buy", id), async (stored, trx) => {
    const purchase = stored ? null : await readPurchase(trx, { id, buyer_id: buyer.id });
    if (purchase && !page.purchase) throw new StaleAnswersError();
    return change(toDraft(stored, purchase));
  });
}

const Offered = z.object({
  property_id: z.string(),
  offered: z.record(z.string(), z.string()).catch({}),
});

/**
 * Merges the answers that were typed into those of the draft. Clears answers that no longer apply
 * (D-042, D-043).
 */
export function mergeAnswers(
  now: PurchaseDraft["answers"],
  typed: object,
): PurchaseDraft["answers"] {
  // Browsers do not post unticked boxes, so `funding` is cleared first. The postcode that was
  // searched for has no field, so it stays.
  const { searched } = now;
  const answers = TypedAnswers.parse({ ...now, funding: undefined, ...typed, searched });
  const { data: choice } = Offered.safeParse(typed);
  const lends = answers.mortgage_required_for_purchase === "yes";
  return {
    ...answers,
    chosen_address: choice ? choice.offered[choice.property_id] : now.chosen_address,
    mortgage_provider: lends ? answers.mortgage_provider : undefined,
  };
}

/**
 * Applies a button of a list. If the list is then empty, clears the answer to its question (D-039,
 * D-041, AMB-D07).
 */
export function applyListButton(draft: PurchaseDraft, button: ListButton): PurchaseDraft {
  if (button.list.name === "buyers") {
    const buyers = withoutRemoved(draft.buyers, button);
    const ownership_type = buyers.length > 0 ? "Joint" : undefined;
    return { ...draft, buyers, answers: { ...draft.answers, ownership_type } };
  }
  const giftors = withoutRemoved(draft.giftors, button);
  const gifts = giftors.length > 0 ? "yes" : undefined;
  return { ...draft, giftors, answers: { ...draft.answers, gifts } };
}

export function toDraft(stored: unknown, purchase: Purchase | null): PurchaseDraft {
  const draft = stored === null ? undefined : PurchaseDraft.safeParse(stored).data;
  if (draft) return draft;
  return purchase ? ofRecord(purchase) : PurchaseDraft.parse({});
}

function ofRecord(purchase: Purchase): PurchaseDraft {
  const { address, additional_buyers, giftors } = purchase;
  return {
    version: purchase.version,
    answers: {
      postcode: address.postcode ?? "",
      searched: address.postcode ?? "",
      property_id: purchase.property_id,
      ownership_type: purchase.ownership_type,
      mortgage_provider: purchase.mortgage_provider ?? undefined,
      funding: tickedSources(purchase).map(({ name }) => name),
      other_funding_comments: purchase.other_funding_comments ?? "",
      ...plainTexts(PURCHASE_QUESTIONS, purchase, String),
    } satisfies Record<PurchaseQuestion, unknown>,
    buyers: additional_buyers.map(typedPerson),
    giftors: giftors.map(typedPerson),
  };
}
