import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { questionNames } from "#app/domain/fields/questions.ts";
import { recordedPerson } from "#app/domain/people/person-forms.server.ts";
import { buyerAnswersForm } from "#app/domain/purchases/questions.server.ts";
import { PURCHASE_QUESTIONS } from "#app/domain/purchases/questions.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import {
  isPostedAsDocument,
  parseForm,
  showAgain,
  unvalidatedReply,
} from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { checkPeople, listed } from "../onboarding/people-list.server.ts";
import { type FormTarget, showAnswers } from "../onboarding/property-draft.server.ts";
import { keepPost, readPost, refuseUnseenPeople } from "../onboarding/property-post.server.ts";
import { PropertyPage } from "../onboarding/property-page.tsx";
import { type Refusal, refusedReply, saveProperty } from "../onboarding/save-property.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { buying, type Draft, savingPurchase } from "./buying.server.ts";
import { listOfferedProperties, lookUpPosted } from "./property-lookup.server.ts";
import { PurchaseFields, type PurchaseForm } from "./purchase-fields.tsx";

export const handle = stepHandle("buying", "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await showAnswers(buying, request);
  const { answers } = page.draft;
  const lists = await shown(page.customer.id, page.draft);
  return {
    query: page.query,
    stashed: page.stashed,
    ...hiddenFields(page.target),
    formKey: page.formKey,
    answers: withoutStaleChoice(answers, lists.properties),
    ...lists,
    storedProvider: page.matter?.mortgage_provider ?? null,
    partner: page.partner,
  };
}

const hiddenFields = ({ id, version }: FormTarget) => ({ purchase_intent_id: id, version });

/** What the page shows beside the answers themselves. */
async function shown(buyer_id: ReaderId, { answers, buyers, giftors }: Draft) {
  return {
    properties: await listOfferedProperties(buyer_id, answers.searched),
    buyers: listed(buyers),
    giftors: listed(giftors),
  };
}

/** A property whose address has changed since it was chosen is chosen again. */
function withoutStaleChoice(
  answers: Draft["answers"],
  properties: readonly { property_id: string; address: string }[],
): Draft["answers"] {
  const { property_id, chosen_address } = answers;
  const chosen = properties.find((property) => property.property_id === property_id);
  if (!chosen || !chosen_address || chosen.address === chosen_address) return answers;
  return { ...answers, property_id: undefined };
}

/** The lookup of a postcode, a button of the lists of people, Continue, or "keep", which asks for nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const post = await readPost(buying, request);
  const { form, page } = post;
  const buyer_id = page.customer.id;
  const lookup = await lookUpPosted(form, buyer_id);
  const kept = await keepPost(buying, post, lookup ? { searched: lookup.searched } : {});
  if ("response" in kept) return kept.response;

  const { draft } = kept;
  form.set("searched", draft.answers.searched ?? "");
  const submission = await parseForm(
    form,
    buyerAnswersForm({
      additionalBuyers: draft.buyers.length,
      giftors: draft.giftors.length,
      storedProvider: page.matter?.mortgage_provider,
    }),
  );
  const again = async (lastResult: SubmissionResult, status?: number, target = post.target) =>
    showAgain(lastResult, { ...(await shown(buyer_id, draft)), ...hiddenFields(target) }, status);
  const refuse = (refusal: Refusal) =>
    again(refusedReply(submission, refusal), refusal.status, refusal.target);

  if (post.invalid) return refuse({ message: post.invalid });
  if (kept.refusal) return refuse(kept.refusal);
  // What is found is kept with the draft: the page shows it at its own address.
  if (lookup?.searched && isPostedAsDocument(request)) {
    return redirect(paths.buy.aboutTheProperty(page.query), 303);
  }
  // The other questions are not judged before Continue.
  if (lookup) return again(unvalidatedReply(submission, lookup.problems), lookup.status);
  if (submission.status !== "success") return again(submission.reply());
  const unseen = refuseUnseenPeople(buying, post, draft);
  if (unseen) return refuse(unseen);
  const own_address = page.person.correspondence_address;
  const buyers = checkPeople(
    draft.buyers,
    { schema: recordedPerson.additionalPersonForm },
    own_address,
  );
  if ("message" in buyers) return refuse(buyers);
  const givers = checkPeople(draft.giftors, { schema: recordedPerson.giftorForm }, own_address);
  if ("message" in givers) return refuse(givers);

  const answers = {
    ...submission.value,
    chosen_address: draft.answers.chosen_address,
    additional_buyers: buyers.people,
    giftors: givers.people,
  };
  const saved = await saveProperty(buying, post, savingPurchase(answers), draft);
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
      formKey={page.formKey}
      target={{ purchase_intent_id: now.purchase_intent_id, version: now.version }}
      stashed={page.stashed && !result}
      questionNames={questionNames(PURCHASE_QUESTIONS)}
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
