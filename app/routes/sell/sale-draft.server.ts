/**
 * Draft of a sale: the answers and sellers, both before the sale is created and while it is edited.
 */

import { z } from "zod";
import { changeDraft, draftName } from "#app/domain/drafts/drafts.server.ts";
import { StaleAnswersError } from "#app/domain/errors.ts";
import { draftAddress, draftOf, draftText } from "#app/domain/shared/questions.server.ts";
import { plainTexts } from "#app/domain/shared/questions.ts";
import { readInvitedProperty } from "#app/domain/invitations/invitations.server.ts";
import {
  findUnfinished,
  newMatterId,
  startMatter,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import { additionalPersonForm, ownerForm } from "#app/domain/people/person-forms.server.ts";
import { NOT_SURE_TENURE } from "#app/domain/properties/tenure.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { addressFormValues, ADDRESS_STEP } from "#app/forms/address-finder.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { matterIdInUrl, requireSeller } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people-list.server.ts";
import { type OpenSale, openSale } from "./open-sale.server.ts";

const TypedAnswers = z.object({
  ...draftOf(SALE_QUESTIONS, { address: draftAddress }),
  /** Estate agent when the form was opened. Staff may have assigned a different one since then. */
  estate_agent_opened: draftText,
  [ADDRESS_STEP]: draftText,
});

export const SaleDraft = z.object({
  /** Version of the sale’s record when the seller opened it; 0 if there is no record yet. */
  version: z.coerce.number().catch(0),
  answers: TypedAnswers.catch(() => TypedAnswers.parse({})),
  sellers: TypedPeople.catch([]),
});
export type SaleDraft = z.output<typeof SaleDraft>;

export const SELLERS = {
  name: "sellers",
  here: paths.sell.sellers,
  page: paths.sell.seller,
} as const;

/** Returns true if the customer is a representative of the owners. */
export function isRepresentative({ customer_type }: SaleDraft["answers"]): boolean {
  return customer_type === "representative";
}

const PERSON = { additionalPersonForm, ownerForm };

export function sellerSchema(answers: SaleDraft["answers"], person: typeof PERSON = PERSON) {
  return isRepresentative(answers) ? person.ownerForm : person.additionalPersonForm;
}

/**
 * Starts a draft. If the seller was invited, fills in the property from the invitation (AMB-R04).
 * Throws like startMatter.
 */
export async function startSale({ id: user_id, onboarding }: SignedIn & Reader, id: string) {
  const { invitation_id } = onboarding;
  const reading = invitation_id
    ? readInvitedProperty(db, { invitation_id, user_id, role: "sell" })
    : Promise.resolve(null);
  // If the invitation’s property can’t be read, the seller must find its address.
  const invited = await nullIfFailed(reading, { what: "reading an invitation's property" });
  const answers = invited ? { address: addressFormValues(invited.address, false) } : {};
  await startMatter(db, { role: "sell", id, user_id }, { answers });
}

export type OpenProperty = OpenSale & { draft: SaleDraft };

/**
 * Opens the property step with the stored draft. If there is no draft, creates one from the sale’s
 * record. Throws like openSale.
 */
export async function openProperty(request: Request): Promise<OpenProperty> {
  if (request.method === "POST") await startForOldPage(request);
  const open = await openSale(request, "about-the-property");
  return { ...open, draft: toDraft(open.stored, open.sale) };
}

/** Creates a draft for a form on a page from an older version, whose URL has no sale id. */
async function startForOldPage(request: Request) {
  if (matterIdInUrl(request, "sell") !== null) return;
  const seller = await requireSeller(request);
  if (await findUnfinished(db, { role: "sell", user_id: seller.id })) return;
  await startSale(seller, newMatterId());
}

/**
 * Changes the latest version of the stored draft. Throws StaleAnswersError if the draft has become
 * a sale.
 */
export function changeSaleDraft(
  page: OpenProperty,
  change: (now: SaleDraft) => SaleDraft,
): Promise<SaleDraft> {
  const { id, seller } = page;
  return changeDraft(db, seller.id, draftName("sell", id), async (stored, trx) => {
    const sale = stored ? null : await readSale(trx, { id, seller_id: seller.id });
    if (sale && !page.sale) throw new StaleAnswersError();
    return change(toDraft(stored, sale));
  });
}

/**
 * Updates the draft’s answers with the typed answers. Answers that are not in the form stay
 * unchanged.
 */
export function mergeAnswers(answers: SaleDraft["answers"], typed: object): SaleDraft["answers"] {
  return TypedAnswers.parse({ ...answers, [ADDRESS_STEP]: undefined, ...typed });
}

export function toDraft(stored: unknown, sale: Sale | null): SaleDraft {
  const draft = stored === null ? undefined : SaleDraft.safeParse(stored).data;
  if (draft) return draft;
  return sale ? ofRecord(sale) : SaleDraft.parse({});
}

function ofRecord(sale: Sale): SaleDraft {
  const { property } = sale;
  const others = sale.sellers.slice(1);
  return {
    version: sale.version,
    answers: {
      address: addressFormValues(property.address, property.address_confirmed),
      tenure: property.tenure === "Other" ? NOT_SURE_TENURE : property.tenure,
      tenure_details: property.tenure_details ?? "",
      customer_type: sale.customer_type,
      another_seller: others.length > 0 ? "yes" : "no",
      ...plainTexts(SALE_QUESTIONS, sale, String),
      estate_agent: savedAgent(sale),
      estate_agent_opened: savedAgent(sale),
      [ADDRESS_STEP]: undefined,
    } satisfies Record<keyof SaleDraft["answers"], unknown>,
    sellers: others.map(typedPerson),
  };
}

/**
 * Returns the seller’s saved answer about their estate agent. If the status is pending, returns
 * undefined, so that the question is asked again.
 */
function savedAgent({ estate_agent_status, estate_agent }: Sale): string | undefined {
  if (estate_agent) return estate_agent.id;
  return estate_agent_status === "pending" ? undefined : estate_agent_status;
}
