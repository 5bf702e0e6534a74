import { formatPence } from "#app/domain/shared/money.ts";
import { capitalise } from "#app/domain/shared/format.ts";
import {
  COSTS_OF_BUYING,
  COSTS_OF_SELLING,
  exampleOfSale,
  feeBands,
  SEARCH_PACK,
  SERVICE_FEE,
  SET_BY_OTHERS,
} from "#app/domain/payments/costs.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";

/**
 * Lists all prices with VAT, before the visitor is asked any questions (W-007, W-009 to W-016,
 * W-020, W-021).
 */
export function Costs() {
  return (
    <section id="costs" className="part" aria-labelledby="costs-heading">
      <div className="wrap">
        <div className="part-head">
          <h2 id="costs-heading">What it costs</h2>
          <p className="page-lead">
            See all our prices, including VAT, before you give us any details.
          </p>
        </div>
        <div className="costs">
          <div className="stack">
            <WhenYouRegister />
            <OnCompletion />
          </div>
          <div className="stack">
            <DataTable
              caption="Your buyer’s core legal fees"
              columns={COLUMNS}
              rows={bands()}
              rowKey={({ price }) => price}
            />
            <ForExample />
          </div>
          <IfYouBuy />
        </div>
      </div>
    </section>
  );
}

function WhenYouRegister() {
  return (
    <Card title="When you register" level="h3">
      <PriceTable
        caption="What you pay when you register"
        hideCaption
        rows={[
          { label: "Service fee", amount: formatPence(SERVICE_FEE.net_pence) },
          { label: "VAT (20%)", amount: formatPence(SERVICE_FEE.vat_pence) },
        ]}
        total={{ label: "To pay", amount: formatPence(SERVICE_FEE.total_pence) }}
      />
      <p className="hint">Non-refundable. If you have a referral code, enter it before you pay.</p>
    </Card>
  );
}

function OnCompletion() {
  const [lowest] = bands();
  return (
    <Card title="On completion" level="h3">
      <p>{COSTS_OF_SELLING.onCompletion}</p>
      <PriceTable
        caption="Taken from your sale proceeds on completion"
        hideCaption
        rows={[
          {
            label: "Search pack",
            hint: `${formatPence(SEARCH_PACK.net_pence)} plus ${formatPence(SEARCH_PACK.vat_pence)} VAT`,
            amount: formatPence(SEARCH_PACK.total_pence),
          },
          {
            label: "Your buyer’s core legal fees",
            hint: "These fees depend on the agreed price. Includes VAT",
            amount: `from ${lowest?.total ?? ""}`,
          },
        ]}
      />
    </Card>
  );
}

function ForExample() {
  const { price, service_fee_pence, search_pack_pence, buyer_legal_fee_pence, total_pence } =
    exampleOfSale();
  return (
    <Card title={`For example, a sale at ${price}`} level="h3">
      <PriceTable
        caption={`What you pay on a sale at ${price}, including VAT`}
        hideCaption
        rows={[
          { label: "Service fee, when you register", amount: formatPence(service_fee_pence) },
          { label: "Search pack, on completion", amount: formatPence(search_pack_pence) },
          {
            label: "Your buyer’s core legal fees, on completion",
            amount: formatPence(buyer_legal_fee_pence),
          },
        ]}
        total={{ label: "Total including VAT", amount: formatPence(total_pence) }}
      />
      <p className="hint">{SET_BY_OTHERS}</p>
      <p className="hint">{COSTS_OF_SELLING.ifYouWithdraw}</p>
    </Card>
  );
}

function IfYouBuy() {
  return (
    <Card title="If you’re buying" level="h3" tone="warm">
      <div className="prose">
        <p>You pay us nothing. {COSTS_OF_BUYING}</p>
        <p>On completion, you’ll pay:</p>
        <ul>
          <li>the price of the home</li>
          <li>Stamp Duty Land Tax in England, or Land Transaction Tax in Wales</li>
          <li>disbursements: fees your solicitor pays for you, such as HM Land Registry’s</li>
          <li>supplementary legal costs, if your purchase needs more work than usual</li>
        </ul>
      </div>
    </Card>
  );
}

type Band = { price: string; fee: string; vat: string; total: string };

const COLUMNS: readonly Column<Band>[] = [
  { key: "price", title: "Agreed price", cell: ({ price }) => price },
  {
    key: "fee",
    title: "Fee and VAT",
    cell: ({ fee, vat }) => (
      <>
        <span>{fee}</span> <span className="hint">+ {vat}</span>
      </>
    ),
    align: "end",
  },
  {
    key: "total",
    title: "Total including VAT",
    cell: ({ total }) => <strong>{total}</strong>,
    align: "end",
  },
];

function bands(): Band[] {
  return feeBands().map(({ price, net_pence, vat_pence, total_pence }) => ({
    price: capitalise(price),
    fee: formatPence(net_pence),
    vat: formatPence(vat_pence),
    total: formatPence(total_pence),
  }));
}
