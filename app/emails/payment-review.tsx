import type { Email } from "./email.ts";
import { Facts, LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the team, when money came that does not fit its order. Ids only: whose it is, the matter's page says. */

export type PaymentReviewProps = {
  /** Why it does not fit. */
  reason: "amount_mismatch" | "paid_and_referred" | "paid_twice";
  /** Of Stripe's payment. */
  stripe_transaction_id: string;
  order_id: string;
  transaction_id: string;
  /** The matter's page in the back office. */
  matter: string;
};

const REASONS: Record<PaymentReviewProps["reason"], string> = {
  amount_mismatch: "The amount is not that of the order. The order is not counted as paid.",
  paid_and_referred: "The order had been paid for with a referral code.",
  paid_twice: "The order had been paid for by another payment.",
};

export const paymentReview: Email<PaymentReviewProps> = {
  subject: ({ order_id }) => `A payment to look at: order ${order_id}`,
  preview: ({ reason }) => REASONS[reason],
  Body: ({ reason, stripe_transaction_id, order_id, transaction_id, matter }) => (
    <>
      <Title>A payment to look at</Title>
      <Paragraph>
        Stripe has taken a payment that does not fit. {REASONS[reason]} Find it at Stripe by its id,
        and decide with the customer what becomes of it.
      </Paragraph>
      <Facts
        facts={[
          ["Payment at Stripe", stripe_transaction_id],
          ["Order", order_id],
          ["Transaction", transaction_id],
        ]}
      />
      <LinkButton href={matter}>Open the transaction</LinkButton>
    </>
  ),
};
