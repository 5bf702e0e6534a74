import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listOfficesByBrand } from "#app/domain/estate-agents/agent-queries.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { StaleAnswersError } from "#app/domain/errors.ts";
import { errorLabels } from "#app/domain/shared/questions.ts";
import { recordedPerson } from "#app/domain/people/person-forms.server.ts";
import { sellerAnswersForm } from "#app/domain/sales/questions.server.ts";
import { SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import {
  addressStates,
  handleAddressFinder,
  readStep,
  writeStep,
} from "#app/forms/address-finder.server.ts";
import { withChosenAddress, withErrors } from "#app/forms/address-form.server.ts";
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
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { AUTOSAVE_INTENT } from "#app/ui/forms/form-types.ts";
import { db } from "#db/connection.ts";
import { currencyPartner } from "../onboarding/currency-partner.server.ts";
import {
  checkPeople,
  listButtonPath,
  listed,
  readListButton,
  withoutRemoved,
} from "../onboarding/people-list.server.ts";
import { PropertyPage } from "../onboarding/property-page.tsx";
import { type Refusal, refusedReply, toRefusal } from "../onboarding/refusal.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { toPropertyAnswers } from "./property-answers.server.ts";
import { PropertyFields, type PropertyForm } from "./property-fields.tsx";
import {
  changeSaleDraft,
  openProperty,
  type SaleDraft,
  SELLERS,
  sellerSchema,
  mergeAnswers,
} from "./sale-draft.server.ts";
import { saveProperty } from "./save-property.server.ts";

export const handle = stepHandle("selling", "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { person, query, draft } = await openProperty(request);
  const home = person.correspondence_address;
  return {
    query,
    version: draft.version,
    answers: draft.answers,
    ...shown(draft, await readStep(draft.answers)),
    // The page suggests the seller's own address, because most sellers live in the property that
    // they sell.
    home: home?.country_iso_2 === "GB" ? addressLine(home) : null,
    // If the list of estate agents can’t be read, the seller can still choose one of the two
    // answers without an estate agent (C-065, AMB-C13).
    agents: await nullIfFailed(listOfficesByBrand(db), { what: "listing the estate agents" }),
    partner: currencyPartner(),
  };
}

function shown({ answers, sellers }: SaleDraft, finder: Finders) {
  return {
    finder: { ...addressStates({ address: answers.address }), ...finder },
    sellers: listed(sellers),
  };
}

/**
 * Handles the buttons of the address finder and of the list, the button "Continue", and autosaves,
 * which save only the draft.
 */
export async function action({ request }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const form = await readForm(request);
  const intent = formText(form, "intent");
  const version = Number(formText(form, "version")) || 0;
  const button = readListButton(intent, [SELLERS]);
  const change = (now: SaleDraft): SaleDraft => ({
    version,
    answers: mergeAnswers(now.answers, typedFields(form)),
    sellers: button ? withoutRemoved(now.sellers, button) : now.sellers,
  });
  if (intent === AUTOSAVE_INTENT) {
    // An autosave may arrive after the form was submitted. It is ignored.
    if (version === (page.sale?.version ?? 0)) await changeSaleDraft(page, change);
    return savedResponse();
  }
  const own_address = page.person.correspondence_address;
  const address = await handleAddressFinder(form, ["address"], own_address);
  const { button: pressed } = address;
  const isStep = pressed && !pressed.problem && isPostedAsDocument(request);
  if (isStep) writeStep(form, pressed);
  let draft = change(page.draft);
  let refusal: Refusal | null = null;
  try {
    draft = await changeSaleDraft(page, change);
    if (isStep) return redirect(paths.sell.aboutTheProperty(page.query), 303);
    if (button) return redirect(listButtonPath(button, draft.sellers, page.query), 303);
  } catch (error) {
    // After a double submit, the first submit has already created the sale.
    const isMade = error instanceof StaleAnswersError && !button;
    if (!isMade) refusal = toRefusal(error, "storing a draft of a sale");
  }

  const additionalSellers = draft.sellers.length;
  const submission = await parseForm(form, sellerAnswersForm({ additionalSellers }));
  const again = (lastResult: SubmissionResult, status?: number, of = version) =>
    showFormAgain(lastResult, { ...shown(draft, address.finder), version: of }, status);
  const refuse = (refusal: Refusal) => {
    const reply = withChosenAddress(refusedReply(submission, refusal), form, address);
    return again(reply, refusal.status, refusal.version);
  };
  if (refusal) return refuse(refusal);
  if (pressed) return again(unvalidatedReply(submission, address.problems));
  if (submission.status !== "success") {
    return again(withErrors(submission, form, ["address"], address));
  }
  const schema = sellerSchema(draft.answers, recordedPerson);
  const checked = checkPeople(draft.sellers, { schema }, own_address);
  if ("message" in checked) return refuse(checked);

  const answers = toPropertyAnswers(submission.value, checked.people, draft.answers);
  const saved = await saveProperty({ ...page, draft }, answers, version);
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
      hidden={{
        version: String(now.version),
        estate_agent_opened: page.answers.estate_agent_opened ?? "",
      }}
      questionNames={errorLabels(SALE_QUESTIONS)}
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
