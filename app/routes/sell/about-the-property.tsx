import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import {
  type AgentGroup,
  listAgentsForChoice,
} from "#app/domain/estate-agents/list-for-choice.server.ts";
import { isObjectId } from "#app/domain/ids.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { sellerAnswersForm } from "#app/domain/sales/seller-answers.server.ts";
import { SELLER_STEPS } from "#app/domain/sales/steps.ts";
import {
  addressStates,
  answerAddressFinder,
  asItWas,
  withErrors,
} from "#app/http/address-finder.server.ts";
import { AlreadySentError, newFormKey } from "#app/http/form-key.server.ts";
import { parseForm, readForm } from "#app/http/form.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { db } from "#db/connection.ts";
import { BeneathDialog } from "../onboarding/beneath-dialog.tsx";
import { currencyPartner } from "../onboarding/currency-partner.server.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { answerList } from "../onboarding/people-list.server.ts";
import { checkPeople, listed } from "../onboarding/people.server.ts";
import { requireSeller } from "../onboarding/require.server.ts";
import { stepHandle, stepOf } from "../onboarding/step-of.ts";
import { toSave } from "./property-answers.server.ts";
import {
  type Draft,
  keepDraft,
  openProperty,
  readAnswers,
  workOnSale,
} from "./property-draft.server.ts";
import { PropertyFields, type PropertyForm } from "./property-fields.tsx";
import { PROPERTY_FORM, saveExisting, saveNew } from "./save-property.server.ts";

export const handle = stepHandle("selling", SELLER_STEPS, "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { sale, person, draft } = await openProperty(request);
  const home = person.correspondence_address;
  return {
    transaction_id: sale?.id ?? "",
    formKey: newFormKey(PROPERTY_FORM),
    answers: draft.answers,
    ...shown(draft),
    // Most people sell the home that they live in.
    home: home?.country_iso_2 === "GB" ? addressLine(home) : null,
    agents: await readAgents(),
    partner: currencyPartner(),
  };
}

/** What the page shows beside the answers themselves. */
function shown({ answers, sellers }: Draft) {
  return {
    finder: addressStates({ address: answers.address }),
    sellers: listed(sellers),
  };
}

/** Without the list the two answers that are no agent can still be given (C-065, AMB-C13). */
async function readAgents(): Promise<AgentGroup[] | null> {
  try {
    return await listAgentsForChoice(db);
  } catch (error) {
    report(error, { what: "listing the estate agents" });
    return null;
  }
}

/**
 * Every post is kept as a draft first, whatever comes of it. Then: a button of the address finder, a button of the list
 * of sellers, or Continue.
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireSeller(request);
  const form = await readForm(request);
  const named = text(form, "transaction_id");
  const page = await openProperty(request, named);
  const finder = await answerAddressFinder(form, ["address"], page.person.correspondence_address);
  const { sellers } = page.draft;
  const submission = await parseForm(
    form,
    sellerAnswersForm({ additionalSellers: sellers.length }),
  );
  const draft = { answers: readAnswers(submission.payload), sellers };
  await keepDraft(page, draft);

  const again = (status: number, formErrors?: string[], transaction_id = named) => {
    const lastResult = formErrors
      ? submission.reply({ formErrors })
      : withErrors(submission, form, ["address"]);
    return data({ ...shown(draft), lastResult, transaction_id }, { status });
  };
  if (named !== "" && !isObjectId(named)) return again(400, ["Invalid transaction ID"], "");
  if (finder) {
    const lastResult = asItWas(submission);
    return data({ ...shown(draft), finder, lastResult, transaction_id: named });
  }
  const list = answerList(text(form, "intent"), sellerList(sellers));
  if (list) {
    await workOnSale(page);
    await keepDraft(page, { ...draft, sellers: list.people });
    return redirect(list.location, { status: 303 });
  }
  if (submission.status !== "success") return again(submission.status === "error" ? 400 : 200);
  const own_address = page.person.correspondence_address;
  const people = checkPeople(sellers, additionalPersonForm, own_address);
  if ("wrong" in people) return again(400, [`Please check the details of ${people.wrong}`]);

  const answers = toSave(submission.value, people.people);
  const { sale } = page;
  try {
    return sale
      ? await saveExisting({ ...page, sale }, answers)
      : await saveNew(page, answers, text(form, "form_key"));
  } catch (error) {
    // The form of before the sale is there: what comes next changes the sale that it made.
    const made = error instanceof AlreadySentError && page.seller.onboarding.transactionId;
    if (error instanceof DomainError) return again(error.status, [error.message], made || named);
    report(error, { what: "saving a sale" });
    return again(500, [tryAgainText(error)]);
  }
}

function sellerList(people: Draft["sellers"]) {
  return { name: "sellers", people, here: paths.sell.sellers(), page: paths.sell.seller };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<PropertyForm>({
    id: "property",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  const head = { title: "About the property", step: stepOf(SELLER_STEPS, "about-the-property") };
  return (
    <BeneathDialog head={head} here={paths.sell.aboutTheProperty()}>
      <QuestionPage
        {...head}
        form={form}
        back={paths.sell.aboutYou()}
        aside={
          <WhyWeAsk>
            Your solicitor prepares the contract from these answers, and needs everyone who owns the
            property. We keep what you type as you go.
          </WhyWeAsk>
        }
      >
        <HouseForm form={form} formKey={page.formKey}>
          <input
            type="hidden"
            name="transaction_id"
            value={result?.transaction_id ?? page.transaction_id}
          />
          <PropertyFields
            fields={fields}
            finder={(result ?? page).finder.address}
            home={page.home}
            sellers={(result ?? page).sellers}
            agents={page.agents}
            partner={page.partner}
          />
          <SubmitButton>Continue</SubmitButton>
        </HouseForm>
      </QuestionPage>
    </BeneathDialog>
  );
}
