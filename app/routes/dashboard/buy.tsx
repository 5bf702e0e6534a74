import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { formatPence, formatPounds } from "#app/domain/fields/money.ts";
import { COSTS_OF_BUYING } from "#app/domain/payments/costs.ts";
import { firstTwoNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { asErrorPage } from "#app/edge/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { resumePurchase } from "../account/resume.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { BuyerNextSteps } from "./next-steps.tsx";
import { progressView } from "./view.ts";

export const handle: PageHandle = { title: "Your purchase", part: fromData("line_1") };

/** The buyer's dashboard (F-031, F-032, AMB-D11), for its buyer and for staff. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const purchase = await readBuyerDashboard(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  if (!purchase.complete) {
    // Staff look at an unfinished purchase where they work; only its buyer can finish it.
    if (purchase.buyer_id !== reader.id) throw redirect(paths.admin.transaction(purchase.id));
    const { id: transaction_id, purchase_intent_id: id } = purchase;
    throw await resumePurchase(reader, { ...purchase, id, transaction_id });
  }
  return {
    id: purchase.id,
    first_name: purchase.buyers[0]?.first_name ?? "",
    buyers: firstTwoNames(purchase.buyers),
    line_1: purchase.address.line_1,
    address: addressLine(purchase.address),
    agreed_price: formatPounds(purchase.agreed_price_pounds),
    solicitor: purchase.solicitor,
    progress: progressView(purchase.progress),
  };
}

export default function BuyerDashboard() {
  const purchase = useLoaderData<typeof loader>();
  const { id, first_name, buyers, line_1, address, agreed_price, solicitor, progress } = purchase;
  return (
    <DashboardPage
      title={`Buying ${line_1}`}
      noun="purchase"
      first_name={first_name}
      matter={{ id, address }}
      facts={
        <>
          <strong>{buyers}</strong>
          <br />
          {address}
          <br />
          {agreed_price}
        </>
      }
      progress={progress}
      solicitor={solicitor}
      costs={
        <p>
          You pay us {formatPence(0)}. {COSTS_OF_BUYING}
        </p>
      }
    >
      <BuyerNextSteps facts={progress.facts} />
    </DashboardPage>
  );
}
