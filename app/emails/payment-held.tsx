import type { Email } from "./email.ts";
import { Paragraph, Title } from "./pieces.tsx";

/** To the seller whose money has come and cannot be counted, until staff have looked at it. */

export type PaymentHeldProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
  /** As shown, like "£240.00". */
  sum: string;
  /** Why it is not counted, after "because". */
  why: string;
};

export const paymentHeld: Email<PaymentHeldProps> = {
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
};
