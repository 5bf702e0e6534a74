import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { tickedFundingText } from "#app/domain/shared/funding.ts";
import { INVALID_PURCHASE_ID } from "#app/domain/shared/messages.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import { plainText, plainTexts } from "#app/domain/shared/questions.ts";
import { costsOfBuying } from "#app/domain/payments/costs.ts";
import type { Purchase } from "#app/domain/purchases/purchases.server.ts";
import { PURCHASE_QUESTIONS } from "#app/domain/purchases/questions.ts";
import {
  acceptBuyerTerms,
  pendingBuyerTerms,
  termsForm,
} from "#app/domain/terms/acceptance.server.ts";
import { mortgageText } from "#app/domain/transactions/labels.ts";
import { showFormErrors, parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { answerRows, changeable } from "../onboarding/answer-rows.ts";
import { contactSupportText, requireBuyer } from "../onboarding/open-step.server.ts";
import { acceptOrLeavePending, showChangedAnswers } from "../onboarding/terms.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { TermsPage } from "../onboarding/terms-page.tsx";
import { openSavedPurchase } from "./open-purchase.server.ts";

export const handle = stepHandle("buying", "terms-and-conditions");

export async function loader({ request }: LoaderFunctionArgs) {
  const { purchase, query } = await openSavedPurchase(request, "terms-and-conditions");
  return {
    id: purchase.id,
    version: purchase.version,
    accepted: purchase.terms_accepted,
    query,
    postcode: purchase.address.postcode,
    summary: summaryRows(purchase, query),
    costs: costsOfBuying(purchase.agreed_price_pounds),
  };
}

function summaryRows(purchase: Purchase, query: Record<string, string | undefined>) {
  const { address, primary_buyer, additional_buyers, giftors } = purchase;
  const page = paths.buy.aboutTheProperty(query);
  const answer = answerRows({ page, form: "purchase", questions: PURCHASE_QUESTIONS });
  const plain = plainTexts(PURCHASE_QUESTIONS, purchase, plainText);
  const others = additional_buyers.length === 1 ? "Other buyer" : "Other buyers";
  return [
    answer("postcode", addressLine(address), "Property"),
    answer("agreed_price_pounds", plain.agreed_price_pounds),
    changeable(paths.buy.aboutYou(query), "Buyer", fullName(primary_buyer)),
    answer("ownership_type", fullNames(additional_buyers) || "None", others),
    answer("mortgage_required_for_purchase", mortgageText(purchase), "Mortgage"),
    answer("funding", tickedFundingText(purchase), "Your own money"),
    giftors.length > 0
      ? answer("gifts", fullNames(giftors), "Gifts from")
      : answer("gifts", plain.gifts, "Gifts"),
    answer("purchase_dependent_on_sale", plain.purchase_dependent_on_sale),
    answer("first_time_buyer", plain.first_time_buyer),
    answer("is_using_foreign_currency", plain.is_using_foreign_currency),
    answer("requires_mortgage_referral", plain.requires_mortgage_referral),
  ];
}

/**
 * Accepts the terms for the answers on this page. If the answers have changed in another tab,
 * shows them again instead.
 */
export async function action({ request }: ActionFunctionArgs) {
  const buyer = await requireBuyer(request);
  const submission = await parseForm(request, termsForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { id, version } = submission.value;
  if (!isObjectId(id)) {
    return showFormRefusal(submission, contactSupportText(new DomainError(INVALID_PURCHASE_ID)));
  }
  const { purchase, query } = await openSavedPurchase(request, "terms-and-conditions", id);
  if (version && version !== String(purchase.version)) {
    return showChangedAnswers(paths.buy.terms(query));
  }
  const target = { purchase_intent_id: id, buyer_id: buyer.id };
  const accepted = await acceptOrLeavePending(paths.buy.whatsIncluded(query), {
    accept: () => acceptBuyerTerms(db, target),
    leavePending: () => pendingBuyerTerms.keep(db, target),
  });
  return "response" in accepted
    ? accepted.response
    : showFormRefusal(submission, accepted.problem, 500);
}

export default function TermsAndConditions() {
  const page = useLoaderData<typeof loader>();
  return (
    <TermsPage
      page={page}
      lastResult={useActionData<typeof action>()?.lastResult}
      side="buyers"
      terms={paths.legal.buyerTerms()}
      aside="explain what we do for you, what you will and won’t pay, and how you or we can end the agreement."
      matter="purchase"
      change={paths.buy.aboutTheProperty(page.query)}
      step={stepPosition("buying", "terms-and-conditions")}
    />
  );
}
