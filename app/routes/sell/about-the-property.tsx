import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import { listAgentsForChoice } from "#app/domain/estate-agents/agent-names.server.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { SELLER_STEPS } from "#app/domain/onboarding/steps.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { sellerAnswersForm } from "#app/domain/sales/seller-answers.server.ts";
import {
  addressStates,
  answerAddressFinder,
  unvalidatedReply,
  withErrors,
  withChosenAddress,
} from "#app/forms/address-finder.server.ts";
import { AlreadySentError, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm, typedFields } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { KEEP_INTENT } from "#app/ui/forms/form-types.ts";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { db } from "#db/connection.ts";
import { BeneathDialog } from "../onboarding/beneath-dialog.tsx";
import { currencyPartner } from "../onboarding/currency-partner.server.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import {
  isDraftCurrent,
  matterIdFromUrl,
  noContent,
  readFormTarget,
} from "../onboarding/form-identity.server.ts";
import { StashedNotice } from "../onboarding/kept-notice.tsx";
import type { MatterQuery } from "../onboarding/open-step.server.ts";
import {
  readListButton,
  listButtonPath,
  withoutRemoved,
} from "../onboarding/people-list.server.ts";
import { checkPeople, listed } from "../onboarding/people.server.ts";
import { requireSeller } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { WhatIsKept } from "../onboarding/what-is-kept.tsx";
import { toPropertyAnswers } from "./property-answers.server.ts";
import { type Draft, keepDraft, showAnswers, withTyped } from "./property-draft.server.ts";
import { PropertyFields, type PropertyForm, propertyQuestionNames } from "./property-fields.tsx";
import { PROPERTY_FORM, saveExisting, saveNew } from "./save-property.server.ts";
import { savedElsewhere } from "./saved-elsewhere.server.ts";
import { openStep } from "./step.server.ts";

export const handle = stepHandle("selling", SELLER_STEPS, "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { sale, person, query, draft, kept } = await showAnswers(request);
  const home = person.correspondence_address;
  return {
    query,
    kept,
    ...hiddenFields(sale, draft.version),
    formKey: newFormKey(PROPERTY_FORM),
    answers: draft.answers,
    ...shown(draft),
    // Most people sell the home that they live in.
    home: home?.country_iso_2 === "GB" ? addressLine(home) : null,
    // Without the list the two answers that are no agent can still be given (C-065, AMB-C13).
    agents: await nullIfFailed(listAgentsForChoice(db), { what: "listing the estate agents" }),
    partner: currencyPartner(),
  };
}

/** Which sale the form is about, and as of when. */
function hiddenFields(sale: { id: string; version: number } | null, version = "") {
  return { transaction_id: sale?.id ?? "", version: version || String(sale?.version ?? "") };
}

/** What the page shows beside the answers themselves. */
function shown({ answers, sellers }: Draft, moved: Finders = {}) {
  return {
    finder: { ...addressStates({ address: answers.address }), ...moved },
    sellers: listed(sellers),
  };
}

/**
 * Every post is kept as a draft first, whatever comes of it. Then: "keep", which asks no more than that, a button of the
 * list of sellers, a button of the address finder, or Continue.
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireSeller(request);
  const form = await readForm(request);
  const sent = await readFormTarget(form, {
    form: PROPERTY_FORM,
    field: "transaction_id",
    noun: "sale",
  });
  const page = await openStep(request, "about-the-property", sent.named);
  const own_address = page.person.correspondence_address;
  const address = await answerAddressFinder(form, ["address"], own_address);
  const intent = formText(form, "intent");
  if (intent === KEEP_INTENT && !isDraftCurrent(sent, page.sale)) return noContent();
  const pressed = readListButton(intent);
  const draft = await keepDraft(page, (now) => ({
    version: sent.version || now.version,
    answers: withTyped(now.answers, typedFields(form)),
    sellers: pressed ? withoutRemoved(now.sellers, pressed) : now.sellers,
  }));
  if (intent === KEEP_INTENT) return noContent();
  if (pressed) {
    await setSessionMatter(db, page.seller, "sell", page.sale);
    return redirect(listButtonPath(pressed, sellerList(draft, page.query)), { status: 303 });
  }

  const additionalSellers = draft.sellers.length;
  const submission = await parseForm(form, sellerAnswersForm({ additionalSellers }));
  const hidden = hiddenFields(page.sale, sent.version);
  const again = (lastResult: SubmissionResult, status: number, now = hidden) =>
    data({ ...shown(draft, address.finder), ...now, lastResult }, { status });
  const refuse = (status: number, message: string) =>
    again(withChosenAddress(submission.reply({ formErrors: [message] }), form, address), status);

  if (sent.id !== "" && !isObjectId(sent.id)) return refuse(400, "Invalid transaction ID");
  if (address.pressed) {
    const lastResult = unvalidatedReply(submission, address.problems);
    return again(lastResult, lastResult.status === "error" ? 400 : 200);
  }
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 400 : 200;
    return again(withErrors(submission, form, ["address"], address), status);
  }
  const people = checkPeople(draft.sellers, additionalPersonForm, own_address);
  if ("wrong" in people) return refuse(400, `Please check the details of ${people.wrong}`);

  const answers = toPropertyAnswers(submission.value, people.people);
  const latest = (named: string) => openStep(request, "about-the-property", named);
  try {
    return sent.id && page.sale
      ? await saveExisting({ ...page, sale: page.sale }, answers, sent.version)
      : await saveNew(page, { answers, typed: draft, key: sent.key });
  } catch (error) {
    if (error instanceof AlreadySentError) {
      // What comes next changes the sale that this form has made.
      const { sale } = await latest(matterIdFromUrl(error.location, "sale"));
      return again(submission.reply({ formErrors: [error.message] }), 409, hiddenFields(sale));
    }
    if (error instanceof ChangedElsewhereError) {
      const { sale } = await latest(sent.named);
      const fieldErrors = sale ? savedElsewhere(answers, sale) : {};
      // Conform would put the questions in the order of the alphabet.
      const told = submission.reply({ formErrors: [error.message] });
      return again({ ...told, error: { ...told.error, ...fieldErrors } }, 409, hiddenFields(sale));
    }
    if (error instanceof DomainError) return refuse(error.status, error.message);
    report(error, { what: "saving a sale" });
    return refuse(500, tryAgainText(error));
  }
}

function sellerList({ sellers }: Draft, query: MatterQuery) {
  return {
    people: sellers,
    here: paths.sell.sellers(query),
    page: (id: string) => paths.sell.seller(id, query),
  };
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<PropertyForm>({
    id: "property",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  const head = {
    title: "About the property",
    step: stepPosition(SELLER_STEPS, "about-the-property"),
  };
  return (
    <BeneathDialog head={head} here={paths.sell.aboutTheProperty(page.query)}>
      <QuestionPage
        {...head}
        form={form}
        above={page.kept && !result ? <StashedNotice button="Continue" /> : null}
        questionNames={propertyQuestionNames}
        back={paths.sell.aboutYou(page.query)}
        aside={
          <WhyWeAsk>
            Your solicitor prepares the contract from these answers, and needs everyone who owns the
            property. <WhatIsKept />
          </WhyWeAsk>
        }
      >
        <AppForm form={form} formKey={page.formKey} keeps>
          <input type="hidden" name="transaction_id" value={(result ?? page).transaction_id} />
          <input type="hidden" name="version" value={(result ?? page).version} />
          <PropertyFields
            fields={fields}
            finder={(result ?? page).finder.address}
            home={page.home}
            sellers={(result ?? page).sellers}
            agents={page.agents}
            partner={page.partner}
          />
          <SubmitButton>Continue</SubmitButton>
        </AppForm>
      </QuestionPage>
    </BeneathDialog>
  );
}
