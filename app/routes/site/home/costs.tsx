import {
  BUYER_LEGAL_FEES,
  SEARCH_PACK_PENCE,
  SERVICE_FEE_PENCE,
} from "#app/domain/payments/fees.ts";
import { formatPence, formatPounds } from "#app/domain/payments/money.ts";
import { withVat } from "#app/domain/payments/vat.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";

/** Every figure of the specification, with its VAT, before anything is asked (W-007, W-009 to W-016, W-020, W-021). */
export function Costs() {
  return (
    <section id="costs" className="part" aria-labelledby="costs-heading">
      <div className="wrap">
        <div className="part-head">
          <h2 id="costs-heading">What it costs</h2>
          <p className="lead">Every figure with its VAT, before you tell us anything.</p>
        </div>
        <div className="costs">
          <div className="stack">
            <WhenYouRegister />
            <OnCompletion />
          </div>
          <div className="stack">
            <DataTable
              caption="Your buyer's core legal fees"
              columns={COLUMNS}
              rows={bands()}
              rowKey={({ price }) => price}
            />
            <IfYouBuy />
          </div>
        </div>
      </div>
    </section>
  );
}

function WhenYouRegister() {
  const total = withVat(SERVICE_FEE_PENCE);
  return (
    <Card title="When you register" level="h3">
      <PriceTable
        caption="To pay when you register"
        hideCaption
        rows={[
          { label: "Service fee", amount: formatPence(SERVICE_FEE_PENCE) },
          { label: "VAT (20%)", amount: formatPence(total - SERVICE_FEE_PENCE) },
        ]}
        total={{ label: "To pay", amount: formatPence(total) }}
      />
      <p className="hint">Non-refundable. A referral code, if you have one, is entered first.</p>
    </Card>
  );
}

function OnCompletion() {
  const [lowest] = bands();
  const searchVat = withVat(SEARCH_PACK_PENCE) - SEARCH_PACK_PENCE;
  return (
    <Card title="On completion" level="h3">
      <p>Met from the sale proceeds, so there is nothing to pay before then.</p>
      <PriceTable
        caption="Met on completion"
        hideCaption
        rows={[
          {
            label: "Search pack",
            hint: `${formatPence(SEARCH_PACK_PENCE)} plus ${formatPence(searchVat)} VAT`,
            amount: formatPence(withVat(SEARCH_PACK_PENCE)),
          },
          {
            label: "Your buyer's core legal fees",
            hint: "By the agreed price, VAT included",
            amount: `from ${lowest?.total ?? ""}`,
          },
        ]}
      />
      <p className="hint">
        Your own legal fees and your agent's fees are taken then too. Your solicitor and your agent
        set them.
      </p>
    </Card>
  );
}

function IfYouBuy() {
  return (
    <Card title="If you are buying" level="h3" tone="warm">
      <div className="prose">
        <p>
          You pay {formatPence(0)} for the core legal fees and the search pack. On completion you
          pay:
        </p>
        <ul>
          <li>the price of the home</li>
          <li>Stamp Duty Land Tax in England, or Land Transaction Tax in Wales</li>
          <li>disbursements, and fees such as those of the land registry</li>
          <li>supplementary legal costs, for work beyond the usual</li>
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
  { key: "total", title: "In all", cell: ({ total }) => <strong>{total}</strong>, align: "end" },
];

function bands(): Band[] {
  return BUYER_LEGAL_FEES.map(({ underPounds, feePence }, index) => {
    const from = BUYER_LEGAL_FEES[index - 1]?.underPounds ?? 0;
    const total = withVat(feePence);
    return {
      price: Number.isFinite(underPounds)
        ? `Under ${formatPounds(underPounds)}`
        : `${formatPounds(from)} and over`,
      fee: formatPence(feePence),
      vat: formatPence(total - feePence),
      total: formatPence(total),
    };
  });
}
