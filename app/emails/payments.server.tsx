import { formatPence } from "#app/domain/fields/money.ts";
import { CODE_ROW, orderRows } from "#app/domain/payments/costs.ts";
import {
  readPaymentFailed,
  readPaymentHeld,
  readPaymentReceived,
  readPaymentReview,
} from "#app/domain/payments/orders.server.ts";
import {
  CHOOSE_SOLICITOR,
  COMPLETE_ID_CHECK,
  FILL_IN_TA_FORMS,
  SIGN_ENGAGEMENT_LETTER,
} from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import { Facts, Figures, LinkButton, Paragraph, Steps, Subtitle, Title } from "./pieces.tsx";
import { streetOf } from "./street.ts";

/**
 * To the seller, once Stripe has confirmed the payment, or a referral code has paid. Stripe sends its own receipt for money
 * as well.
 */
export const payment_received = defineEmail({
  read: readPaymentReceived,
  subject: ({ code, property }) =>
    code
      ? `Your service fee is covered: ${streetOf(property)}`
      : `We’ve received your payment: ${streetOf(property)}`,
  preview: ({ code, total_pence }) =>
    code
      ? `Your referral code ${code} has covered it. Here’s what happens next.`
      : `${formatPence(total_pence)} including VAT. Here’s what happens next.`,
  Body: ({ first_name, property, items, net_pence, vat_pence, total_pence, code, dashboard }) => (
    <>
      <Title>Thank you, {first_name}</Title>
      {code ? (
        <Paragraph>
          Your referral code {code} has covered the service fee for your sale of {property}. You
          haven’t been charged.
        </Paragraph>
      ) : (
        <Paragraph>
          We’ve received your payment of {formatPence(total_pence)} for your sale of {property}.
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
        <>Look out for our email. It will introduce you to your solicitor.</>
        <>{COMPLETE_ID_CHECK}</>
        <>{SIGN_ENGAGEMENT_LETTER}</>
        <>{FILL_IN_TA_FORMS}</>
      </Steps>
      <Paragraph>You can see the progress of your sale at any time on your dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
});

/** To the seller whose payment was still being processed when they left, and then failed. */
export const payment_failed = defineEmail({
  read: readPaymentFailed,
  subject: ({ property }) => `Your payment didn’t go through: ${streetOf(property)}`,
  preview: () => "You haven’t been charged. You can try again now.",
  Body: ({ first_name, property, amount_pence, reason, payment_page }) => (
    <>
      <Title>Your payment didn’t go through, {first_name}</Title>
      <Paragraph>
        Your payment of {formatPence(amount_pence)} for your sale of {property} didn’t go through.
        You haven’t been charged.
      </Paragraph>
      <Paragraph>
        {reason ? <>Your bank’s reason: “{reason}”</> : <>Your bank didn’t give a reason.</>}
      </Paragraph>
      <Paragraph>
        We’ve saved your answers. Your sale will start once you’ve paid by card or used a referral
        code.
      </Paragraph>
      <LinkButton href={payment_page}>Pay again</LinkButton>
    </>
  ),
});

/** To the seller whose money arrived and cannot be applied to their order before staff have reviewed it. */
export const payment_held = defineEmail({
  read: readPaymentHeld,
  subject: ({ property }) => `We’re looking into your payment: ${streetOf(property)}`,
  preview: () => "Do not pay again. We’ll email you.",
  Body: ({ first_name, property, sum, why }) => (
    <>
      <Title>We’re looking into your payment, {first_name}</Title>
      <Paragraph>
        We’ve received {sum} for your sale of {property}, but haven’t applied it yet because {why}.
      </Paragraph>
      <Paragraph>
        Do not pay again. Our team is looking into it and will email you. If you have questions now,
        reply to this email.
      </Paragraph>
    </>
  ),
});

/** To the team, when a payment needs a person. It has ids only; the page says whose money it is. */
export const payment_review = defineEmail({
  read: readPaymentReview,
  subject: ({ order_id, stripe_transaction_id }) =>
    `Payment to review: ${order_id ? `order ${order_id}` : (stripe_transaction_id ?? "")}`,
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
      <Title>Payment to review</Title>
      <Paragraph>
        {why}. {to_do}.
      </Paragraph>
      <Facts
        facts={[
          ["In Stripe", stripe_transaction_id ?? "None"],
          ["Order", order_id ?? "None"],
          ["Transaction", transaction_id ?? "None"],
          ["Other sale of the property", other_transaction_id ?? "None"],
        ]}
      />
      <LinkButton href={page}>Open payment</LinkButton>
    </>
  ),
});
