import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { COSTS_OF_SELLING } from "#app/domain/payments/costs.ts";
import { EXAMPLE_SELLER_LEGAL_FEE_POUNDS } from "#app/domain/payments/fees.ts";
import { firstTwoNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { lawyerGroupLabel } from "#app/domain/transactions/labels.ts";
import { readSolicitorPreference } from "#app/domain/transactions/solicitor-preference.server.ts";
import { asErrorPage } from "#app/edge/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { PriceTable } from "#app/ui/price-table.tsx";
import { db } from "#db/connection.ts";
import { resumeSale } from "../account/resume.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { SellerNextSteps } from "./next-steps.tsx";
import { chargedCosts } from "./seller-costs.ts";
import { saleProgressView } from "./view.ts";

export const handle: PageHandle = { title: "Your sale", part: fromData("line_1") };

/** The seller's dashboard (F-030, F-032), for its seller and for staff. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const sale = await readSellerDashboard(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  if (!sale.complete) {
    // Staff look at an unfinished sale where they work; only its seller can finish it.
    if (sale.seller_id !== reader.id) throw redirect(paths.admin.transaction(sale.id));
    throw await resumeSale(reader, sale);
  }
  const preference = await readSolicitorPreference(db, sale.id);
  return {
    id: sale.id,
    first_name: sale.sellers[0]?.first_name ?? "",
    sellers: firstTwoNames(sale.sellers),
    line_1: sale.address.line_1,
    address: addressLine(sale.address),
    costs: chargedCosts(sale.order),
    solicitor: sale.solicitor,
    progress: saleProgressView(sale.progress),
    // Staff look on: the choice is the seller's.
    may_choose: sale.seller_id === reader.id,
    preferred: preference && {
      law_firm: preference.lawyer_group && lawyerGroupLabel(preference.lawyer_group),
    },
  };
}

export default function SellerDashboard() {
  const sale = useLoaderData<typeof loader>();
  const { id, first_name, sellers, line_1, address, costs, solicitor } = sale;
  const { may_choose, preferred, progress } = sale;
  return (
    <DashboardPage
      title={`Selling ${line_1}`}
      noun="sale"
      first_name={first_name}
      matter={{ id, address }}
      facts={
        <>
          <strong>{sellers}</strong>
          <br />
          {address}
        </>
      }
      progress={progress}
      solicitor={solicitor}
      solicitorChoice={
        may_choose
          ? { to: paths.dashboard.chooseSolicitor(id), law_firm: preferred?.law_firm }
          : undefined
      }
      costs={
        <>
          {costs ? <PriceTable caption="Costs so far" hideCaption {...costs} /> : null}
          <p>
            Your solicitor's legal fees are paid on completion, for example{" "}
            {formatPounds(EXAMPLE_SELLER_LEGAL_FEE_POUNDS)}.
          </p>
          <p>{COSTS_OF_SELLING.onCompletion}</p>
        </>
      }
    >
      {progress.facts.check === "pending" ? (
        <Card
          tone="next"
          badge={<Badge tone="act">Your turn</Badge>}
          title="Look out for a text message"
        >
          <p>
            It comes from Thirdfort, our ID provider, and has the link to your ID check. If you have
            done the check already, your solicitor writes to you next.
          </p>
        </Card>
      ) : null}
      <section className="stack" aria-labelledby="next-steps">
        <h2 id="next-steps">Your next steps</h2>
        <SellerNextSteps facts={progress.facts} />
      </section>
    </DashboardPage>
  );
}
