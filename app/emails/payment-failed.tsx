import { formatPence } from "#app/domain/fields/money.ts";
import type { Email } from "./email.ts";
import { LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the seller whose payment was under way when they left, and failed after all. */

export type PaymentFailedProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
  amount_pence: number;
  /** In the words of the bank; null when it gave none for customers. */
  reason: string | null;
  /** Where it can be paid again. */
  payment_page: string;
};

export const paymentFailed: Email<PaymentFailedProps> = {
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
};
