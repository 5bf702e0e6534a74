import { formatPence } from "#app/domain/fields/money.ts";
import { COSTS_OF_SELLING, type PaymentSummary } from "#app/domain/payments/costs.ts";
import { Card } from "#app/ui/card.tsx";
import { WhyWeAsk } from "#app/ui/page-layout.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";

/** What is included, and what it costs (E-001 to E-005, E-008). */
export function OrderSummary({
  items,
  summary,
}: {
  items: { product_name: string }[];
  summary: PaymentSummary;
}) {
  const { subtotal_pence, vat_pence, discount_pence, total_pence } = summary;
  return (
    <>
      <Card title="What's included">
        <ul className="ticks">
          {items.map((item) => (
            <li key={item.product_name}>{item.product_name}</li>
          ))}
          <li>An introduction to your solicitor, by email</li>
          <li>Your identity check</li>
          <li>Your matter prepared before you have a buyer</li>
        </ul>
        <p>Nothing else is due today. Your legal fees are paid on completion.</p>
      </Card>
      <Card title="Payment summary">
        <PriceTable
          caption="Payment summary"
          hideCaption
          rows={[
            { label: "Subtotal", amount: formatPence(subtotal_pence) },
            { label: "VAT (20%)", amount: formatPence(vat_pence) },
            {
              label: "Discount",
              amount: discount_pence > 0 ? `-${formatPence(discount_pence)}` : formatPence(0),
            },
          ]}
          total={{ label: "Total", amount: formatPence(total_pence) }}
        />
      </Card>
    </>
  );
}

/** The fee as the terms have it (W-021, AMB-E13), what comes later, and who takes the money. */
export function AboutTheFee({ fee_pence }: { fee_pence: number }) {
  return (
    <WhyWeAsk title="About this fee">
      <p>
        The standard service fee is {formatPence(fee_pence)} plus VAT, payable on registering. It is
        non-refundable.
      </p>
      <p>{COSTS_OF_SELLING.onCompletion}</p>
      <p>{COSTS_OF_SELLING.example}</p>
      <p>
        Card payments are taken by Stripe. Your card number goes to them and never to us, and your
        receipt comes by email.
      </p>
    </WhyWeAsk>
  );
}
