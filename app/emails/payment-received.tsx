import { PRODUCT_NAME } from "#app/product.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { CODE_ROW, orderRows } from "#app/domain/payments/summary.ts";
import {
  CHOOSE_SOLICITOR,
  COMPLETE_ID_CHECK,
  FILL_IN_TA_FORMS,
  SIGN_ENGAGEMENT_LETTER,
} from "./customer-steps.ts";
import type { Email } from "./email.ts";
import { Figures, LinkButton, Paragraph, Steps, Subtitle, Title } from "./pieces.tsx";

/**
 * To the seller, once Stripe has told us that the money is there, or a referral code has paid. Of money Stripe sends its
 * receipt as well.
 */

export type PaymentReceivedProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
  items: { product_name: string; product_price_pence: number }[];
  net_pence: number;
  vat_pence: number;
  total_pence: number;
  /** The referral code that paid; null when money did. */
  code: string | null;
  /** The seller's dashboard. */
  dashboard: string;
};

export const paymentReceived: Email<PaymentReceivedProps> = {
  subject: ({ code }) =>
    code ? "Your referral code has paid for your sale" : "We have received your payment",
  preview: ({ code, total_pence }) =>
    code
      ? "Nothing was charged. Here is what happens next."
      : `${formatPence(total_pence)} including VAT. Here is what happens next.`,
  Body: ({ first_name, property, items, net_pence, vat_pence, total_pence, code, dashboard }) => (
    <>
      <Title>Thank you, {first_name}</Title>
      {code ? (
        <Paragraph>
          The referral code {code} has paid the service fee for the sale of {property}. Nothing was
          charged.
        </Paragraph>
      ) : (
        <Paragraph>
          We have received your payment of {formatPence(total_pence)} for the sale of {property}.
        </Paragraph>
      )}
      <Figures
        heading={["What you paid for", "Amount"]}
        rows={orderRows({ code, items }).map(({ label, amount }) => [
          label === CODE_ROW ? `${label} ${code}` : `${label} (including VAT)`,
          amount,
        ])}
        totals={[
          ["Subtotal before VAT", formatPence(net_pence)],
          ["VAT (20%)", formatPence(vat_pence)],
          ["Total paid", formatPence(total_pence)],
        ]}
      />
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>{CHOOSE_SOLICITOR}</>
        <>Look out for an email from us: it introduces you to your solicitor.</>
        <>{COMPLETE_ID_CHECK}</>
        <>{SIGN_ENGAGEMENT_LETTER}</>
        <>{FILL_IN_TA_FORMS}</>
      </Steps>
      <Paragraph>
        You can see where your sale stands at any time on your {PRODUCT_NAME} dashboard.
      </Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
};
