import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listAgentsForChoice } from "#app/domain/estate-agents/agent-parts.server.ts";
import { questionNames } from "#app/domain/fields/questions.ts";
import { recordedPerson } from "#app/domain/people/person-forms.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { sellerAnswersForm } from "#app/domain/sales/questions.server.ts";
import { SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import { addressStates, handleAddressFinder } from "#app/forms/address-finder.server.ts";
import { withChosenAddress, withErrors } from "#app/forms/address-form.server.ts";
import { parseForm, showAgain, unvalidatedReply } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { redirectToStep } from "#app/routes/stashed-form.server.ts";
import { db } from "#db/connection.ts";
import { checkPeople, listed } from "../onboarding/people-list.server.ts";
import { type FormTarget, showAnswers } from "../onboarding/property-draft.server.ts";
import { keepPost, readPost, refuseUnseenPeople } from "../onboarding/property-post.server.ts";
import { PropertyPage } from "../onboarding/property-page.tsx";
import { type Refusal, refusedReply, saveProperty } from "../onboarding/save-property.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { PropertyFields, type PropertyForm } from "./property-fields.tsx";
import {
  type Draft,
  selling,
  savingSale,
  sellerSchema,
  toPropertyAnswers,
} from "./selling.server.ts";

export const handle = stepHandle("selling", "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await showAnswers(selling, request);
  const { person, query, draft, stashed, target, formKey, partner } = page;
  const home = person.correspondence_address;
  return {
    query,
    stashed,
    ...hiddenFields(target),
    formKey,
    answers: draft.answers,
    ...shown(draft, page.finder),
    // Most people sell the home that they live in.
    home: home?.country_iso_2 === "GB" ? addressLine(home) : null,
    // Without the list the two answers that are no agent can still be given (C-065, AMB-C13).
    agents: await nullIfFailed(listAgentsForChoice(db), { what: "listing the estate agents" }),
    partner,
  };
}

const hiddenFields = ({ id, version }: FormTarget) => ({ transaction_id: id, version });

/** What the page shows beside the answers themselves. */
function shown({ answers, sellers }: Draft, moved: Finders = {}) {
  return {
    finder: { ...addressStates({ address: answers.address }), ...moved },
    sellers: listed(sellers),
  };
}

/** A button of the address finder or of the list of sellers, Continue, or "keep", which asks for nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const post = await readPost(selling, request);
  const { form, page } = post;
  const own_address = page.person.correspondence_address;
  const address = await handleAddressFinder(form, ["address"], own_address);
  const kept = await keepPost(selling, post);
  if ("response" in kept) return kept.response;

  const { draft } = kept;
  const additionalSellers = draft.sellers.length;
  const submission = await parseForm(form, sellerAnswersForm({ additionalSellers }));
  const again = (lastResult: SubmissionResult, status?: number, target = post.target) =>
    showAgain(lastResult, { ...shown(draft, address.finder), ...hiddenFields(target) }, status);
  const refuse = (refusal: Refusal) => {
    const reply = withChosenAddress(refusedReply(submission, refusal), form, address);
    return again(reply, refusal.status, refusal.target);
  };

  if (post.invalid) return refuse({ message: post.invalid });
  if (kept.refusal) return refuse(kept.refusal);
  const step =
    address.pressed && (await redirectToStep(request, page.customer.id, form, address.pressed));
  if (step) return step;
  if (address.pressed) return again(unvalidatedReply(submission, address.problems));
  if (submission.status !== "success") {
    return again(withErrors(submission, form, ["address"], address));
  }
  const unseen = refuseUnseenPeople(selling, post, draft);
  if (unseen) return refuse(unseen);
  const checked = checkPeople(
    draft.sellers,
    { schema: sellerSchema(draft.answers, recordedPerson) },
    own_address,
  );
  if ("message" in checked) return refuse(checked);

  const answers = toPropertyAnswers(submission.value, checked.people, draft.answers);
  const saved = await saveProperty(selling, post, savingSale(answers), draft);
  return "response" in saved ? saved.response : refuse(saved.refusal);
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const now = result ?? page;
  const [form, fields] = useAppForm<PropertyForm>({
    id: "property",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  return (
    <PropertyPage
      form={form}
      formKey={page.formKey}
      target={{
        transaction_id: now.transaction_id,
        version: now.version,
        estate_agent_opened: page.answers.estate_agent_opened ?? "",
      }}
      stashed={page.stashed && !result}
      questionNames={questionNames(SALE_QUESTIONS)}
      step={stepPosition("selling", "about-the-property")}
      here={paths.sell.aboutTheProperty(page.query)}
      back={paths.sell.aboutYou(page.query)}
      why="Your solicitor will use these answers to prepare the contract. They’ll need details of everyone who owns the property."
    >
      <PropertyFields
        fields={fields}
        finder={now.finder.address}
        home={page.home}
        sellers={now.sellers}
        agents={page.agents}
        partner={page.partner}
      />
    </PropertyPage>
  );
}
