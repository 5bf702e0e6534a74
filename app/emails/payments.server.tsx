import { formatPence } from "#app/domain/fields/money.ts";
import { CODE_ROW, orderRows } from "#app/domain/payments/costs.ts";
import {
  readPaymentFailed,
  readPaymentHeld,
  readPaymentReceived,
  readPaymentReview,
} from "#app/domain/payments/orders.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import {
  CHOOSE_SOLICITOR,
  COMPLETE_ID_CHECK,
  FILL_IN_TA_FORMS,
  SIGN_ENGAGEMENT_LETTER,
} from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import { Facts, Figures, LinkButton, Paragraph, Steps, Subtitle, Title } from "./pieces.tsx";

/**
 * To the seller, once Stripe has confirmed the payment, or a referral code has paid. Stripe sends its own receipt for money
 * as well.
 */
export const payment_received = defineEmail({
  read: readPaymentReceived,
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
        <>Look out for an email from us: it will introduce you to your solicitor.</>
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
});

/** To the seller whose payment was still being processed when they left, and then failed. */
export const payment_failed = defineEmail({
  read: readPaymentFailed,
  subject: ({ property }) => `Your payment did not go through: ${property}`,
  preview: () => "Nothing has been taken. You can pay again in a minute.",
  Body: ({ first_name, property, amount_pence, reason, payment_page }) => (
    <>
      <Title>Your payment did not go through, {first_name}</Title>
      <Paragraph>
        Your payment of {formatPence(amount_pence)} for the sale of {property} was being processed,
        and has failed. Nothing has been taken.
      </Paragraph>
      <Paragraph>
        {reason ? <>What the bank said: “{reason}”</> : <>The bank gave us no reason.</>}
      </Paragraph>
      <Paragraph>
        Your answers are saved, and your sale goes on once it is paid for: with the same card,
        another one, or a referral code.
      </Paragraph>
      <LinkButton href={payment_page}>Pay again</LinkButton>
    </>
  ),
});

/** To the seller whose money arrived and cannot be counted before staff have looked at it. */
export const payment_held = defineEmail({
  read: readPaymentHeld,
  subject: ({ property }) => `We are looking into your payment: ${property}`,
  preview: () => "Please do not pay again. We will write to you.",
  Body: ({ first_name, property, sum, why }) => (
    <>
      <Title>We are looking into your payment, {first_name}</Title>
      <Paragraph>
        We received {sum} from you for the sale of {property}, and have not counted it, because{" "}
        {why}.
      </Paragraph>
      <Paragraph>
        Please do not pay again. Our team has been told, and will write to you about this money. If
        you would rather ask now, just answer this email.
      </Paragraph>
    </>
  ),
});

/** To the team, when a payment needs a person. It has ids only; the page says whose money it is. */
export const payment_review = defineEmail({
  read: readPaymentReview,
  subject: ({ order_id, stripe_transaction_id }) =>
    `A payment to look at: ${order_id ? `order ${order_id}` : (stripe_transaction_id ?? "")}`,
  preview: ({ why }) => `${why}.`,
  Body: ({
    why,
    to_do,
    stripe_transaction_id,
    order_id,
    transaction_id,
    other_transaction_id,
    page,
  }) => (
    <>
      <Title>A payment to look at</Title>
      <Paragraph>
        {why}. {to_do}.
      </Paragraph>
      <Facts
        facts={[
          ["At Stripe", stripe_transaction_id ?? "Nothing"],
          ["Order", order_id ?? "None"],
          ["Transaction", transaction_id ?? "None"],
          ["Other sale of the home", other_transaction_id ?? "None"],
        ]}
      />
      <LinkButton href={page}>Open the payment</LinkButton>
    </>
  ),
});
