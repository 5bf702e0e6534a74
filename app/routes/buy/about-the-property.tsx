import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { BUYER_STEPS } from "#app/domain/onboarding/steps.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { buyerAnswersForm } from "#app/domain/purchases/buyer-answers.server.ts";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { unvalidatedReply } from "#app/forms/address-finder.server.ts";
import { AlreadySentError, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm, typedFields } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
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
import { readListButton } from "../onboarding/people-list.server.ts";
import { checkPeople, listed } from "../onboarding/people.server.ts";
import { requireBuyer } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { WhatIsKept } from "../onboarding/what-is-kept.tsx";
import { afterListButton, peopleListPath } from "./people-lists.server.ts";
import { type Draft, keepDraft, showAnswers, withTyped } from "./property-draft.server.ts";
import { lookUpPostcode, listOfferedProperties } from "./property-lookup.server.ts";
import { PurchaseFields, type PurchaseForm, purchaseQuestionNames } from "./purchase-fields.tsx";
import { PROPERTY_FORM, saveExisting, saveNew } from "./save-property.server.ts";
import { savedElsewhere } from "./saved-elsewhere.server.ts";
import { openStep } from "./step.server.ts";

export const handle = stepHandle("buying", BUYER_STEPS, "about-the-property");

export async function loader({ request }: LoaderFunctionArgs) {
  const { buyer, purchase, query, draft, kept } = await showAnswers(request);
  const lists = await shown(buyer.id, draft);
  return {
    query,
    kept,
    ...hiddenFields(purchase, draft.version),
    formKey: newFormKey(PROPERTY_FORM),
    answers: withoutStaleChoice(draft.answers, lists.properties),
    ...lists,
    storedProvider: purchase?.mortgage_provider ?? null,
    partner: currencyPartner(),
  };
}

/** Which purchase the form is about, and as of when. */
function hiddenFields(purchase: { id: string; version: number } | null, version = "") {
  return {
    purchase_intent_id: purchase?.id ?? "",
    version: version || String(purchase?.version ?? ""),
  };
}

/** What the page shows beside the answers themselves. */
async function shown(buyer_id: string, { answers, buyers, giftors }: Draft) {
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

/**
 * Every post is kept as a draft first, whatever comes of it. Then: "keep", which asks no more than that, a button of the
 * lists of people, the lookup of a postcode, or Continue.
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const sent = await readFormTarget(form, {
    form: PROPERTY_FORM,
    field: "purchase_intent_id",
    noun: "purchase",
  });
  const page = await openStep(request, "about-the-property", sent.named);
  const buyer_id = page.buyer.id;
  const intent = formText(form, "intent");
  const lookup =
    intent === "property.find" ? await lookUpPostcode(buyer_id, formText(form, "postcode")) : null;
  if (intent === KEEP_INTENT && !isDraftCurrent(sent, page.purchase)) return noContent();
  const pressed = readListButton(intent);
  const draft = await keepDraft(page, (now) => {
    const searched = lookup ? searchedBy(lookup) : now.answers.searched;
    const answers = withTyped({ ...now.answers, searched }, typedFields(form));
    const typed = { ...now, version: sent.version || now.version, answers };
    return pressed ? afterListButton(typed, pressed) : typed;
  });
  if (intent === KEEP_INTENT) return noContent();
  if (pressed) {
    await setSessionMatter(db, page.buyer, "buy", page.purchase);
    return redirect(peopleListPath(draft, pressed, page.query), { status: 303 });
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
  const hidden = hiddenFields(page.purchase, sent.version);
  const again = async (lastResult: SubmissionResult, status: number, now = hidden) =>
    data({ ...(await shown(buyer_id, draft)), ...now, lastResult }, { status });
  const refuse = (status: number, message: string) =>
    again(submission.reply({ formErrors: [message] }), status);

  if (sent.id !== "" && !isObjectId(sent.id)) return refuse(400, "Invalid purchase intent ID");
  if (lookup && "problem" in lookup) {
    // The other questions are not judged before Continue.
    return again(unvalidatedReply(submission, { postcode: [lookup.problem] }), lookup.status);
  }
  if (lookup) return again(unvalidatedReply(submission), 200);
  if (submission.status !== "success") {
    return again(submission.reply(), submission.status === "error" ? 400 : 200);
  }
  const own_address = page.person.correspondence_address;
  const buyers = checkPeople(draft.buyers, additionalPersonForm, own_address);
  if ("wrong" in buyers) return refuse(400, `Please check the details of ${buyers.wrong}`);
  const givers = checkPeople(draft.giftors, giftorForm, own_address);
  if ("wrong" in givers) return refuse(400, `Please check the details of ${givers.wrong}`);

  const answers = {
    ...submission.value,
    chosen_address: draft.answers.chosen_address,
    additional_buyers: buyers.people,
    giftors: givers.people,
  };
  const latest = (named: string) => openStep(request, "about-the-property", named);
  try {
    return sent.id && page.purchase
      ? await saveExisting({ ...page, purchase: page.purchase }, answers, sent.version)
      : await saveNew(page, { answers, typed: draft, key: sent.key });
  } catch (error) {
    if (error instanceof AlreadySentError) {
      // What comes next changes the purchase that this form has made.
      const { purchase } = await latest(matterIdFromUrl(error.location, "purchase"));
      return again(submission.reply({ formErrors: [error.message] }), 409, hiddenFields(purchase));
    }
    if (error instanceof ChangedElsewhereError) {
      const { purchase } = await latest(sent.named);
      const fieldErrors = purchase ? savedElsewhere(answers, purchase) : {};
      // Conform would put the questions in the order of the alphabet.
      const told = submission.reply({ formErrors: [error.message] });
      return again(
        { ...told, error: { ...told.error, ...fieldErrors } },
        409,
        hiddenFields(purchase),
      );
    }
    if (error instanceof DomainError) return refuse(error.status, error.message);
    report(error, { what: "saving a purchase" });
    return refuse(500, tryAgainText(error));
  }
}

function searchedBy(lookup: Awaited<ReturnType<typeof lookUpPostcode>>) {
  return "searched" in lookup ? lookup.searched : undefined;
}

export default function AboutTheProperty() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<PurchaseForm>({
    id: "purchase",
    lastResult: result?.lastResult,
    defaultValue: page.answers,
  });
  const head = {
    title: "About the property",
    step: stepPosition(BUYER_STEPS, "about-the-property"),
  };
  return (
    <BeneathDialog head={head} here={paths.buy.aboutTheProperty(page.query)}>
      <QuestionPage
        {...head}
        form={form}
        above={page.kept && !result ? <StashedNotice button="Continue" /> : null}
        questionNames={purchaseQuestionNames}
        back={paths.buy.aboutYou(page.query)}
        aside={
          <WhyWeAsk>
            The law says that we must know who buys and where the money comes from. Your solicitor
            and your lender ask the same. <WhatIsKept />
          </WhyWeAsk>
        }
      >
        <AppForm form={form} formKey={page.formKey} keeps>
          <input
            type="hidden"
            name="purchase_intent_id"
            value={(result ?? page).purchase_intent_id}
          />
          <input type="hidden" name="version" value={(result ?? page).version} />
          <PurchaseFields
            fields={fields}
            properties={(result ?? page).properties}
            buyers={(result ?? page).buyers}
            giftors={(result ?? page).giftors}
            storedProvider={page.storedProvider}
            partner={page.partner}
          />
          <SubmitButton>Continue</SubmitButton>
        </AppForm>
      </QuestionPage>
    </BeneathDialog>
  );
}
