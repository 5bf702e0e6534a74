import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { INVALID_SALE_ID } from "#app/domain/shared/messages.ts";
import { plainText, plainTexts } from "#app/domain/shared/questions.ts";
import { costsOfSelling } from "#app/domain/payments/costs.ts";
import { representedName } from "#app/domain/people/representation.ts";
import { customerTypeLabel, SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { acceptTerms, pendingSellerTerms, termsForm } from "#app/domain/terms/acceptance.server.ts";
import { showFormErrors, parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { answerRows, changeable } from "../onboarding/answer-rows.ts";
import { contactSupportText, requireSeller } from "../onboarding/open-step.server.ts";
import { acceptOrLeavePending, showChangedAnswers } from "../onboarding/terms.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { TermsPage } from "../onboarding/terms-page.tsx";
import { openSavedSale } from "./open-sale.server.ts";

export const handle = stepHandle("selling", "terms-and-conditions");

export async function loader({ request }: LoaderFunctionArgs) {
  const { sale, query } = await openSavedSale(request, "terms-and-conditions");
  return {
    id: sale.id,
    version: sale.version,
    accepted: sale.terms_accepted,
    query,
    postcode: sale.property.address.postcode,
    summary: summaryRows(sale, query),
    costs: costsOfSelling(sale.asking_price_pounds),
  };
}

function summaryRows(sale: Sale, query: Record<string, string | undefined>) {
  const { property, sellers } = sale;
  const [first, ...others] = sellers.map(representedName);
  const acts = sale.customer_type === "representative";
  const other = acts ? "Owner" : "Other seller";
  const page = paths.sell.aboutTheProperty(query);
  const answer = answerRows({ page, form: "property", questions: SALE_QUESTIONS });
  const plain = plainTexts(SALE_QUESTIONS, sale, plainText);
  return [
    answer("address", addressLine(property.address), "Property"),
    answer("tenure", property.tenure_details ?? property.tenure),
    answer("asking_price_pounds", plain.asking_price_pounds),
    answer("customer_type", customerTypeLabel(sale.customer_type)),
    changeable(paths.sell.aboutYou(query), acts ? "Representative" : "Seller", first ?? null),
    answer(
      "another_seller",
      others.join(", ") || "None",
      others.length === 1 ? other : `${other}s`,
    ),
    answer("has_mortgage", plain.has_mortgage),
    answer("onward_purchase", plain.onward_purchase),
    answer("is_using_foreign_currency", plain.is_using_foreign_currency),
    answer("requires_mortgage_referral", plain.requires_mortgage_referral),
    answer("estate_agent", agentName(sale)),
  ];
}

function agentName({ estate_agent_status, estate_agent }: Sale) {
  if (estate_agent) return estate_agent.office_name ?? estate_agent.brand_name;
  if (estate_agent_status === "not_listed") return "Not listed";
  return estate_agent_status === "no_agent" ? "None yet" : null;
}

/**
 * Accepts the terms for the answers on this page. If the answers have changed in another tab,
 * shows them again instead.
 */
export async function action({ request }: ActionFunctionArgs) {
  const seller = await requireSeller(request);
  const submission = await parseForm(request, termsForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { id, version } = submission.value;
  if (!isObjectId(id)) {
    return showFormRefusal(submission, contactSupportText(new DomainError(INVALID_SALE_ID)));
  }
  const { sale, query } = await openSavedSale(request, "terms-and-conditions", id);
  if (version && version !== String(sale.version)) {
    return showChangedAnswers(paths.sell.terms(query));
  }
  const target = { transaction_id: id, seller_id: seller.id };
  const accepted = await acceptOrLeavePending(paths.sell.payment(query), {
    accept: () => acceptTerms(db, target),
    leavePending: () => pendingSellerTerms.keep(db, target),
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
      side="sellers"
      terms={paths.legal.sellerTerms()}
      aside="explain what we do for you, what it costs, and how you or we can end the agreement."
      matter="sale"
      change={paths.sell.aboutTheProperty(page.query)}
      step={stepPosition("selling", "terms-and-conditions")}
    />
  );
}
