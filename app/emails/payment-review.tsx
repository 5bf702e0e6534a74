import type { Email } from "./email.ts";
import { Facts, LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the team, when a person has to look at money. Ids only: whose it is, the page says. */

export type PaymentReviewProps = {
  /** Why, and what to do about it; sentences without a full stop. */
  why: string;
  to_do: string;
  /** Of Stripe's payment, or of its page, refund or dispute; null where no money is. */
  stripe_transaction_id: string | null;
  /** Null for money that is for none of our orders. */
  order_id: string | null;
  transaction_id: string | null;
  /** The sale that has the home already. */
  other_transaction_id: string | null;
  /** Where it is marked as dealt with, in the back office. */
  page: string;
};

export const paymentReview: Email<PaymentReviewProps> = {
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
};
