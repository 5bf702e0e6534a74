import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/ids.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { buyerAnswersForm } from "#app/domain/purchases/buyer-answers.server.ts";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { BUYER_STEPS } from "#app/domain/purchases/steps.ts";
import { asItWas } from "#app/http/address-finder.server.ts";
import { AlreadySentError, newFormKey } from "#app/http/form-key.server.ts";
import { parseForm, readForm } from "#app/http/form.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { BeneathDialog } from "../onboarding/beneath-dialog.tsx";
import { currencyPartner } from "../onboarding/currency-partner.server.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { checkPeople, listed } from "../onboarding/people.server.ts";
import { requireBuyer } from "../onboarding/require.server.ts";
import { stepHandle, stepOf } from "../onboarding/step-of.ts";
import { answerPeopleLists } from "./people-lists.server.ts";
import {
  type Draft,
  keepDraft,
  openProperty,
  readAnswers,
  workOnPurchase,
} from "./property-draft.server.ts";
import { lookUp, propertiesOf } from "./property-lookup.server.ts";
import { PurchaseFields, type PurchaseForm } from "./purchase-fields.tsx";
import { PROPERTY_FORM, saveExisting, saveNew } from "./save-property.server.ts";

export const handle = stepHandle("buying", BUYER_STEPS, "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { buyer, purchase, draft } = await openProperty(request);
  return {
    purchase_intent_id: purchase?.id ?? "",
    formKey: newFormKey(PROPERTY_FORM),
    answers: draft.answers,
    ...(await shown(buyer.id, draft)),
    storedProvider: purchase?.mortgage_provider ?? null,
    partner: currencyPartner(),
  };
}

/** What the page shows beside the answers themselves. */
async function shown(buyer_id: string, { answers, buyers, giftors }: Draft) {
  return {
    properties: await propertiesOf(buyer_id, answers.searched),
    buyers: listed(buyers),
    giftors: listed(giftors),
  };
}

/**
 * Every post is kept as a draft first, whatever comes of it. Then: the lookup of a postcode, a button of the lists of
 * people, or Continue.
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const named = text(form, "purchase_intent_id");
  const page = await openProperty(request, named);
  const { buyers, giftors } = page.draft;
  const lookup =
    text(form, "intent") === "property.find"
      ? await lookUp(page.buyer.id, text(form, "postcode"))
      : null;
  const searched = lookup ? searchedBy(lookup) : page.draft.answers.searched;
  form.set("searched", searched ?? "");
  const storedProvider = page.purchase?.mortgage_provider;
  const counts = { additionalBuyers: buyers.length, giftors: giftors.length };
  const submission = await parseForm(form, buyerAnswersForm({ ...counts, storedProvider }));
  const draft = { answers: readAnswers(submission.payload, searched), buyers, giftors };
  await keepDraft(page, draft);

  const again = async (
    status: number,
    lastResult = submission.reply(),
    purchase_intent_id = named,
  ) => data({ ...(await shown(page.buyer.id, draft)), lastResult, purchase_intent_id }, { status });
  const refuse = (status: number, message: string, id = named) =>
    again(status, submission.reply({ formErrors: [message] }), id);

  if (named !== "" && !isObjectId(named)) return refuse(400, "Invalid purchase intent ID", "");
  if (lookup && "problem" in lookup) {
    // The other questions are not judged before Continue.
    const error = { postcode: [lookup.problem] };
    return again(lookup.status, { ...asItWas(submission), status: "error", error });
  }
  if (lookup) return again(200, asItWas(submission));
  const list = answerPeopleLists(text(form, "intent"), draft);
  if (list) {
    await workOnPurchase(page);
    await keepDraft(page, list.draft);
    return redirect(list.location, { status: 303 });
  }
  if (submission.status !== "success") return again(submission.status === "error" ? 400 : 200);
  const own_address = page.person.correspondence_address;
  const additional = checkPeople(buyers, additionalPersonForm, own_address);
  if ("wrong" in additional) return refuse(400, `Please check the details of ${additional.wrong}`);
  const givers = checkPeople(giftors, giftorForm, own_address);
  if ("wrong" in givers) return refuse(400, `Please check the details of ${givers.wrong}`);

  const answers = {
    ...submission.value,
    additional_buyers: additional.people,
    giftors: givers.people,
  };
  try {
    return page.purchase
      ? await saveExisting(page, page.purchase, answers)
      : await saveNew(page, { purchase: answers, typed: draft, key: text(form, "form_key") });
  } catch (error) {
    // The form of before the purchase is there: what comes next changes the purchase that it made.
    const made = error instanceof AlreadySentError && page.buyer.onboarding.purchaseIntentId;
    if (error instanceof DomainError) return refuse(error.status, error.message, made || named);
    report(error, { what: "saving a purchase" });
    return refuse(500, tryAgainText(error));
  }
}

function searchedBy(lookup: Awaited<ReturnType<typeof lookUp>>) {
  return "searched" in lookup ? lookup.searched : undefined;
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<PurchaseForm>({
    id: "purchase",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  const head = { title: "About the property", step: stepOf(BUYER_STEPS, "about-the-property") };
  return (
    <BeneathDialog head={head} here={paths.buy.aboutTheProperty()}>
      <QuestionPage
        {...head}
        form={form}
        back={paths.buy.aboutYou()}
        aside={
          <WhyWeAsk>
            The law says that we must know who buys and where the money comes from. Your solicitor
            and your lender ask the same. We keep what you type as you go.
          </WhyWeAsk>
        }
      >
        <HouseForm form={form} formKey={page.formKey}>
          <input
            type="hidden"
            name="purchase_intent_id"
            value={result?.purchase_intent_id ?? page.purchase_intent_id}
          />
          <PurchaseFields
            fields={fields}
            properties={(result ?? page).properties}
            buyers={(result ?? page).buyers}
            giftors={(result ?? page).giftors}
            storedProvider={page.storedProvider}
            partner={page.partner}
          />
          <SubmitButton>Continue</SubmitButton>
        </HouseForm>
      </QuestionPage>
    </BeneathDialog>
  );
}
