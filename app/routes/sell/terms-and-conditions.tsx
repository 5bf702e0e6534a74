import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/fields/address.ts";
import { plainText, plainTexts } from "#app/domain/fields/questions.ts";
import { costsOfSelling } from "#app/domain/payments/costs.ts";
import { representedName } from "#app/domain/people/representation.ts";
import { customerTypeLabel, SALE_QUESTIONS } from "#app/domain/sales/questions.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { acceptTerms, pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { answerRows, changeable } from "../onboarding/answer-rows.ts";
import { handleTerms, openTerms } from "../onboarding/terms.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { TermsPage } from "../onboarding/terms-page.tsx";
import { selling } from "./selling.server.ts";

export const handle = stepHandle("selling", "terms-and-conditions");

export async function loader({ request }: LoaderFunctionArgs) {
  const { matter: sale, page } = await openTerms(selling, request);
  return {
    ...page,
    postcode: sale.property.address.postcode,
    summary: summaryRows(sale, page.query),
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

export const action = ({ request }: ActionFunctionArgs) =>
  handleTerms(selling, request, {
    accept: ({ id, customer_id }) =>
      acceptTerms(db, { transaction_id: id, seller_id: customer_id }),
    leavePending: ({ id, customer_id }) =>
      pendingSellerTerms.keep(db, { transaction_id: id, seller_id: customer_id }),
  });

export default function TermsAndConditions() {
  const page = useLoaderData<typeof loader>();
  return (
    <TermsPage
      page={page}
      lastResult={useActionData<typeof action>()?.lastResult}
      who="sellers"
      terms={paths.legal.sellerTerms()}
      aside="explain what we do for you, what it costs, and how you or we can end the agreement."
      matter="sale"
      change={paths.sell.aboutTheProperty(page.query)}
      step={stepPosition("selling", "terms-and-conditions")}
    />
  );
}
