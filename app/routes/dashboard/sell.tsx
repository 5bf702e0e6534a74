import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readSolicitorPreference } from "#app/domain/assignments/solicitors-choice.server.ts";
import { readDates } from "#app/domain/calendar/calendar.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { longDate } from "#app/domain/fields/dates.ts";
import { formatPence, formatPounds } from "#app/domain/fields/money.ts";
import {
  EXAMPLE_SELLER_LEGAL_FEE_POUNDS,
  orderRows,
  summarise,
} from "#app/domain/payments/costs.ts";
import { firstTwoNames } from "#app/domain/fields/names.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import type { Stage } from "#app/domain/transactions/customer-progress.ts";
import { lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import { readStageHistory } from "#app/domain/stages/history.server.ts";
import { asErrorPage } from "#app/edge/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { PriceTable } from "#app/ui/price-table.tsx";
import { db } from "#db/connection.ts";
import { resumeSale } from "../account/resume.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { datesView } from "./dates.tsx";
import { SellerNextSteps } from "./next-steps.tsx";
import { stagesView } from "./stages-view.ts";
import { progressView, whereSaleIs } from "./view.ts";

export const handle: PageHandle = {
  title: "Your sale",
  part: fromData("line_1"),
  kind: "comfort",
};

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
  const first_name = sale.sellers[0]?.first_name ?? "";
  const is_theirs = sale.seller_id === reader.id || reader.type === "admin";
  const progress = progressView(sale.progress, {
    ...sale,
    has_chosen: preference !== null,
    chooser: is_theirs ? null : first_name,
  });
  const history = await readStageHistory(db);
  return {
    id: sale.id,
    first_name: is_theirs ? first_name : reader.first_name,
    sellers: firstTwoNames(sale.sellers),
    line_1: sale.address.line_1,
    address: addressLine(sale.address),
    costs: chargedCosts(sale.order),
    solicitor: sale.solicitor,
    progress,
    dates: datesView(await readDates(db, { id: sale.id, side: "seller", reader }), {
      role: "sell",
      id: sale.id,
      is_own: reader.type === "customer",
    }),
    stages: stagesView(sale.stages, {
      reader: "seller",
      history,
      checks: progress.facts.checks,
      completion: progress.completion,
    }),
    // Staff look on: the choice is the seller's.
    may_choose:
      sale.seller_id === reader.id && sale.solicitor === null && !progress.facts.is_exchanged,
    preferred: preference && {
      law_firm: preference.lawyer_group && lawyerGroupLabel(preference.lawyer_group),
    },
  };
}

/** A purchase of it that did not go ahead leaves the sale open. */
const LEADS: Record<Stage, string> = {
  under_way: "We have what we need to start your sale. Here is what happens next.",
  exchanged: "Contracts are exchanged. Your sale is binding, and completion comes next.",
  completed: "Your sale is completed.",
  aborted: "Your buyer did not go ahead, and your sale stays open. Here is what happens next.",
};

export default function SellerDashboard() {
  const sale = useLoaderData<typeof loader>();
  const { id, first_name, sellers, line_1, address, costs, solicitor } = sale;
  const { may_choose, preferred, progress, stages } = sale;
  const where = whereSaleIs(progress, { preferred, stages });
  return (
    <DashboardPage
      title={`Selling ${line_1}`}
      noun="sale"
      first_name={first_name}
      lead={LEADS[progress.stage]}
      matter={{ id, address, line_1 }}
      facts={
        <>
          <strong>{sellers}</strong>
          <br />
          {address}
        </>
      }
      progress={progress}
      dates={sale.dates}
      solicitor={solicitor}
      where={where}
      stages={stages.stages}
      action={may_choose ? <Choose id={id} isNow={preferred === null} /> : null}
      costs={
        <>
          {costs ? <PriceTable caption="Costs so far" hideCaption {...costs} /> : null}
          <p>
            Your solicitor's legal fees are paid on completion, for example{" "}
            {formatPounds(EXAMPLE_SELLER_LEGAL_FEE_POUNDS)}.
          </p>
        </>
      }
    >
      <section className="stack" aria-labelledby="next-steps">
        <h2 id="next-steps">Your next steps</h2>
        <SellerNextSteps facts={progress.facts} />
      </section>
    </DashboardPage>
  );
}

/** Where a seller says whom they would like to act for them (A-015, AMB-H03). */
function Choose({ id, isNow }: { id: string; isNow: boolean }) {
  return (
    <p>
      <ButtonLink to={paths.dashboard.chooseSolicitor(id)} kind={isNow ? "primary" : "quiet"}>
        {isNow ? "Choose your solicitor" : "Change your choice"}
      </ButtonLink>
    </p>
  );
}

type Order = {
  code: string | null;
  paid_at: Date | string | null;
  refunded_pence?: number | null;
  refunded_at?: Date | string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

/** What a seller has been charged, with VAT, for a price table; null when nothing was ordered. */
export function chargedCosts(order: Order | null) {
  if (!order) return null;
  const { total_pence } = summarise(order.items, { referred: order.code !== null });
  const rows = orderRows(order);
  const charged = {
    label: order.paid_at ? "Paid, including VAT" : "To pay, including VAT",
    amount: formatPence(total_pence),
  };
  const { refunded_pence, refunded_at } = order;
  if (!refunded_pence || !refunded_at) return { rows, total: charged };
  return {
    rows: [...rows, charged],
    total: {
      label: `Refunded on ${longDate(refunded_at)}`,
      amount: formatPence(refunded_pence),
    },
  };
}
