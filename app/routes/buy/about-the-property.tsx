import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { StaleAnswersError } from "#app/domain/errors.ts";
import { errorLabels } from "#app/domain/shared/questions.ts";
import { recordedPerson } from "#app/domain/people/person-forms.server.ts";
import { buyerAnswersForm } from "#app/domain/purchases/questions.server.ts";
import { PURCHASE_QUESTIONS } from "#app/domain/purchases/questions.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import {
  formText,
  isPostedAsDocument,
  savedResponse,
  parseForm,
  readForm,
  showFormAgain,
  typedFields,
  unvalidatedReply,
} from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { AUTOSAVE_INTENT } from "#app/ui/forms/form-types.ts";
import { currencyPartner } from "../onboarding/currency-partner.server.ts";
import {
  checkPeople,
  listButtonPath,
  listed,
  readListButton,
} from "../onboarding/people-list.server.ts";
import { PropertyPage } from "../onboarding/property-page.tsx";
import { type Refusal, refusedReply, toRefusal } from "../onboarding/refusal.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { listOfferedProperties, lookUpPosted } from "./property-lookup.server.ts";
import {
  applyListButton,
  BUYERS,
  changePurchaseDraft,
  GIFTORS,
  openProperty,
  type PurchaseDraft,
  mergeAnswers,
} from "./purchase-draft.server.ts";
import { PurchaseFields, type PurchaseForm } from "./purchase-fields.tsx";
import { saveProperty } from "./save-property.server.ts";

export const handle = stepHandle("buying", "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { buyer, purchase, query, draft } = await openProperty(request);
  const lists = await shown(buyer.id, draft);
  return {
    query,
    version: draft.version,
    answers: withoutStaleChoice(draft.answers, lists.properties),
    ...lists,
    storedProvider: purchase?.mortgage_provider ?? null,
    partner: currencyPartner(),
  };
}

async function shown(buyer_id: ReaderId, { answers, buyers, giftors }: PurchaseDraft) {
  return {
    properties: await listOfferedProperties(buyer_id, answers.searched),
    buyers: listed(buyers),
    giftors: listed(giftors),
  };
}

/** Clears the chosen property if its address has changed since the buyer chose it. */
function withoutStaleChoice(
  answers: PurchaseDraft["answers"],
  properties: readonly { property_id: string; address: string }[],
): PurchaseDraft["answers"] {
  const { property_id, chosen_address } = answers;
  const chosen = properties.find((property) => property.property_id === property_id);
  if (!chosen || !chosen_address || chosen.address === chosen_address) return answers;
  return { ...answers, property_id: undefined };
}

/**
 * Handles the postcode lookup, the buttons of the lists, Continue, and autosaves, which only save
 * the draft.
 */
export async function action({ request }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const { buyer } = page;
  const form = await readForm(request);
  const intent = formText(form, "intent");
  const version = Number(formText(form, "version")) || 0;
  const lookup = await lookUpPosted(form, buyer.id);
  const found = lookup ? { searched: lookup.searched } : {};
  const button = readListButton(intent, [BUYERS, GIFTORS]);
  const change = (now: PurchaseDraft): PurchaseDraft => {
    const answers = mergeAnswers({ ...now.answers, ...found }, typedFields(form));
    const typed = { ...now, version, answers };
    return button ? applyListButton(typed, button) : typed;
  };
  if (intent === AUTOSAVE_INTENT) {
    // An autosave that arrives after the form was submitted is ignored.
    if (version === (page.purchase?.version ?? 0)) await changePurchaseDraft(page, change);
    return savedResponse();
  }
  let draft = change(page.draft);
  let refusal: Refusal | null = null;
  try {
    draft = await changePurchaseDraft(page, change);
    if (button) {
      const people = draft[button.list.name === "buyers" ? "buyers" : "giftors"];
      return redirect(listButtonPath(button, people, page.query), 303);
    }
    // The draft stores which properties were found. This redirects to the page that shows them.
    if (lookup?.searched && isPostedAsDocument(request)) {
      return redirect(paths.buy.aboutTheProperty(page.query), 303);
    }
  } catch (error) {
    // After a double submit, the first submit has already created the purchase.
    const isMade = error instanceof StaleAnswersError && !button;
    if (!isMade) refusal = toRefusal(error, "storing a draft of a purchase");
  }

  form.set("searched", draft.answers.searched ?? "");
  const submission = await parseForm(
    form,
    buyerAnswersForm({
      additionalBuyers: draft.buyers.length,
      giftors: draft.giftors.length,
      storedProvider: page.purchase?.mortgage_provider,
    }),
  );
  const again = async (lastResult: SubmissionResult, status?: number, of = version) =>
    showFormAgain(lastResult, { ...(await shown(buyer.id, draft)), version: of }, status);
  const refuse = (refusal: Refusal) =>
    again(refusedReply(submission, refusal), refusal.status, refusal.version);
  if (refusal) return refuse(refusal);
  // A lookup, unlike Continue, does not validate the other questions.
  if (lookup) return again(unvalidatedReply(submission, lookup.problems), lookup.status);
  if (submission.status !== "success") return again(submission.reply());
  const own_address = page.person.correspondence_address;
  const { additionalPersonForm, giftorForm } = recordedPerson;
  const buyers = checkPeople(draft.buyers, { schema: additionalPersonForm }, own_address);
  if ("message" in buyers) return refuse(buyers);
  const giftors = checkPeople(draft.giftors, { schema: giftorForm }, own_address);
  if ("message" in giftors) return refuse(giftors);

  const answers = {
    ...submission.value,
    chosen_address: draft.answers.chosen_address,
    additional_buyers: buyers.people,
    giftors: giftors.people,
  };
  const saved = await saveProperty({ ...page, draft }, answers, version);
  return "response" in saved ? saved.response : refuse(saved.refusal);
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const now = result ?? page;
  const [form, fields] = useAppForm<PurchaseForm>({
    id: "purchase",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  return (
    <PropertyPage
      form={form}
      hidden={{ version: String(now.version) }}
      questionNames={errorLabels(PURCHASE_QUESTIONS)}
      step={stepPosition("buying", "about-the-property")}
      here={paths.buy.aboutTheProperty(page.query)}
      back={paths.buy.aboutYou(page.query)}
      why="Your solicitor must check who is buying and where the money comes from. It’s part of the anti-money-laundering rules. If you’re getting a mortgage, your lender will ask too."
    >
      <PurchaseFields
        fields={fields}
        properties={now.properties}
        buyers={now.buyers}
        giftors={now.giftors}
        storedProvider={page.storedProvider}
        partner={page.partner}
      />
    </PropertyPage>
  );
}
