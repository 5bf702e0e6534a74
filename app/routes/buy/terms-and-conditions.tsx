import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/fields/address.ts";
import { tickedFundingText } from "#app/domain/fields/funding.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName, fullNames, type Names } from "#app/domain/fields/names.ts";
import { costsOfBuying } from "#app/domain/payments/costs.ts";
import type { Purchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms, pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { mortgageText } from "#app/domain/transactions/labels.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { handleTerms, openTerms } from "../onboarding/terms.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { TermsPage } from "../onboarding/terms-page.tsx";
import { buying } from "./buying.server.ts";

export const handle = stepHandle("buying", "terms-and-conditions");

export async function loader({ request }: LoaderFunctionArgs) {
  const { matter: purchase, page } = await openTerms(buying, request);
  return {
    ...page,
    postcode: purchase.address.postcode,
    summary: summaryRows(purchase),
    costs: costsOfBuying(purchase.agreed_price_pounds),
  };
}

function summaryRows(purchase: Purchase) {
  const { address, primary_buyer, additional_buyers, giftors } = purchase;
  const list = (term: string, people: readonly Names[]) =>
    people.length > 0 ? [{ term, description: fullNames(people) }] : [];
  const others = additional_buyers.length === 1 ? "Other buyer" : "Other buyers";
  return [
    { term: "Property", description: addressLine(address) },
    { term: "Agreed price", description: formatPounds(purchase.agreed_price_pounds) },
    { term: "Buyer", description: fullName(primary_buyer) },
    ...list(others, additional_buyers),
    { term: "Mortgage", description: mortgageText(purchase) },
    { term: "Your own money", description: tickedFundingText(purchase) },
    ...list("Gifts from", giftors),
  ];
}

export const action = ({ request }: ActionFunctionArgs) =>
  handleTerms(buying, request, {
    accept: ({ id, customer_id }) =>
      acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: customer_id }),
    leavePending: ({ id, customer_id }) =>
      pendingBuyerTerms.keep(db, { purchase_intent_id: id, buyer_id: customer_id }),
  });

export default function TermsAndConditions() {
  const page = useLoaderData<typeof loader>();
  return (
    <TermsPage
      page={page}
      lastResult={useActionData<typeof action>()?.lastResult}
      who="buyers"
      terms={paths.legal.buyerTerms()}
      aside="explain what we do for you, what you will and won’t pay, and how you or we can end the agreement."
      matter="purchase"
      change={paths.buy.aboutTheProperty(page.query)}
      step={stepPosition("buying", "terms-and-conditions")}
    />
  );
}
