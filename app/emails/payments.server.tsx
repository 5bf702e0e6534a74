import { groupTitle } from "#app/domain/groups/labels.ts";
import {
  paymentFailedEmail,
  paymentHeldEmail,
  paymentReceivedEmail,
  paymentRefundedEmail,
  paymentResolvedEmail,
  paymentReviewEmail,
} from "#app/domain/payments/emails.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { CODE_ROW, orderRows } from "#app/domain/payments/costs.ts";
import {
  readPaymentFailed,
  readPaymentHeld,
  readPaymentReceived,
  readPaymentRefunded,
  readPaymentResolved,
  readPaymentReview,
} from "#app/domain/payments/orders.server.ts";
import { readOwnSteps } from "#app/domain/notifications/recipient-steps.server.ts";
import { defineEmail } from "./email.ts";
import { Facts, AmountTable } from "./facts.tsx";
import { DashboardLink, Greeting, LinkButton, Paragraph, Subtitle } from "./components.tsx";
import { OwnSteps } from "./steps.tsx";
import { streetOf } from "./street.ts";

/**
 * Email to the seller when the service fee has been paid, by card or by referral code. For a card,
 * Stripe also sends a receipt.
 */
export const payment_received = defineEmail(paymentReceivedEmail, {
  read: async (db, ids, { recipient }) => {
    const { transaction_id, ...received } = await readPaymentReceived(db, ids);
    return { ...received, steps: await readOwnSteps(db, { transaction_id, recipient }) };
  },
  subject: ({ code, property }) =>
    code
      ? `Your service fee is covered: ${streetOf(property)}`
      : `We’ve received your payment: ${streetOf(property)}`,
  preview: ({ code, total_pence }) =>
    code
      ? `Your referral code ${code} has covered it. Here’s what happens next.`
      : `${formatPence(total_pence)} including VAT. Here’s what happens next.`,
  Body: ({
    first_name,
    property,
    receipt,
    items,
    net_pence,
    vat_pence,
    total_pence,
    code,
    steps,
    dashboard,
  }) => (
    <>
      <Greeting name={first_name} />
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
      <OwnSteps steps={steps} />
      <DashboardLink noun="sale" dashboard={dashboard} />
      <Subtitle>Your receipt</Subtitle>
      <AmountTable
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
      <Facts
        facts={[
          ["Property", property],
          ["Date", receipt.paid_on],
          ["Receipt number", receipt.number],
          ...(receipt.vat_number
            ? [["VAT registration number", receipt.vat_number] satisfies [string, string]]
            : []),
        ]}
      />
    </>
  ),
});

/**
 * Email to the seller about a failed payment that was still being processed when the seller left
 * the page.
 */
export const payment_failed = defineEmail(paymentFailedEmail, {
  read: readPaymentFailed,
  subject: ({ property }) => `Your payment didn’t go through: ${streetOf(property)}`,
  preview: () => "You haven’t been charged. You can try again now.",
  Body: ({ first_name, property, amount_pence, reason, payment_page }) => (
    <>
      <Greeting name={first_name} />
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

/** Email to the seller when staff must review a payment before it counts towards the fee. */
export const payment_held = defineEmail(paymentHeldEmail, {
  read: readPaymentHeld,
  subject: ({ property }) => `We’re looking into your payment: ${streetOf(property)}`,
  preview: () => "Do not pay again. We’ll email you.",
  Body: ({ first_name, property, sum, why }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We’ve received {sum} for your sale of {property}, but haven’t put it towards your service
        fee yet because {why}.
      </Paragraph>
      <Paragraph>
        Do not pay again. Our team is looking into it and will email you. If you have questions now,
        reply to this email.
      </Paragraph>
    </>
  ),
});

/** Email to the seller when staff have resolved the payment review. */
export const payment_resolved = defineEmail(paymentResolvedEmail, {
  read: readPaymentResolved,
  subject: ({ property }) => `We’ve looked into your payment: ${streetOf(property)}`,
  preview: ({ is_paid }) =>
    is_paid ? "You don’t need to pay anything else." : "The service fee is still to pay.",
  Body: ({ first_name, property, sum, refunded, is_paid, page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We’ve finished looking into the {sum} we received for your sale of {property}.
      </Paragraph>
      {is_paid ? (
        <>
          <Paragraph>
            The service fee for your sale is paid. You don’t need to pay anything else.
          </Paragraph>
          <LinkButton href={page}>See your sale</LinkButton>
        </>
      ) : (
        <>
          <Paragraph>
            We haven’t put this payment towards your service fee, so you still need to pay the fee.
            You can pay it now.
          </Paragraph>
          <LinkButton href={page}>Pay the service fee</LinkButton>
        </>
      )}
      <Paragraph>
        {refunded === null
          ? `We haven’t refunded the ${sum}. If we refund it later, we’ll email you. If you think we owe you this money, reply to this email.`
          : `We’re refunding ${refunded} to the card you paid with. Your bank usually shows a refund within 10 working days. If you have questions, reply to this email.`}
      </Paragraph>
    </>
  ),
});

/** Email to the seller when Stripe records a refund. */
export const payment_refunded = defineEmail(paymentRefundedEmail, {
  read: readPaymentRefunded,
  subject: ({ sum, property, group_name }) =>
    `We’ve refunded ${sum}: ${group_name ? groupTitle(group_name) : streetOf(property)}`,
  preview: ({ group_name }) => `The money goes back to ${paidWith(group_name)} you paid with.`,
  Body: ({ first_name, property, group_name, sum, fee, payment_page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {group_name
          ? `We’ve refunded ${sum} of your payment for the homes in ${groupTitle(group_name)}.`
          : `We’ve refunded ${sum} for your sale of ${property}.`}
      </Paragraph>
      <Paragraph>
        The money goes back to {paidWith(group_name)} you paid with. Your bank usually shows it
        within 10 working days. You don’t need to do anything, unless it hasn’t arrived by then: in
        that case, reply to this email.
      </Paragraph>
      {fee === null ? null : <Paragraph>{AFTER_REFUND[fee]}</Paragraph>}
      {payment_page ? <LinkButton href={payment_page}>Pay the service fee</LinkButton> : null}
    </>
  ),
});

/** A refund ends no sale, and an order that was paid stays paid. */
const AFTER_REFUND = {
  paid: "The refund itself doesn’t change your sale. You don’t need to pay the service fee again.",
  held: "Do not pay the service fee again. We’ll email you once we know whether it’s paid.",
  unpaid:
    "The service fee for your sale isn’t paid, so you still need to pay it. You can pay it now.",
};

/** Developers pay for a group outside our service, so we don’t know that they paid by card. */
function paidWith(group_name: string | null) {
  return group_name ? "the card or bank account" : "the card";
}

/** Email to the team when a payment needs review. It contains ids but no names. */
export const payment_review = defineEmail(paymentReviewEmail, {
  read: readPaymentReview,
  subject: ({ order_id, stripe_transaction_id }) =>
    `Payment to review: ${order_id ? `order ${order_id}` : (stripe_transaction_id ?? "")}`,
  heading: () => "Payment to review",
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
