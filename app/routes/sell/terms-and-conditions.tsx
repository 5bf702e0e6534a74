import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/fields/address.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { costsOfSelling } from "#app/domain/payments/costs.ts";
import { representedName } from "#app/domain/people/person.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { acceptTerms, pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
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
    summary: summaryRows(sale),
    costs: costsOfSelling(sale.asking_price_pounds),
  };
}

function summaryRows(sale: Sale) {
  const { property, sellers } = sale;
  const [first, ...others] = sellers.map(representedName);
  const acts = sale.customer_type === "representative";
  const other = acts ? "Owner" : "Other seller";
  return [
    { term: "Property", description: addressLine(property.address) },
    { term: "Tenure", description: property.tenure_details ?? property.tenure },
    { term: "Asking price", description: formatPounds(sale.asking_price_pounds) },
    { term: acts ? "Representative" : "Seller", description: first },
    ...(others.length > 0
      ? [{ term: others.length === 1 ? other : `${other}s`, description: others.join(", ") }]
      : []),
    { term: "Estate agent", description: agentName(sale) },
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
