import type { Email } from "./email.ts";
import { Greeting, Paragraph } from "./pieces.tsx";

/** To the seller, when the drainage and water search needs to see who supplies the home. */

export type SewerBillRequestProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
};

export const sewerBillRequest: Email<SewerBillRequestProps> = {
  subject: ({ property }) => `Please send us a recent water bill of ${property}`,
  preview: () => "The drainage and water search needs it.",
  Body: ({ first_name, property }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We have ordered the searches of {property}. The drainage and water search needs a recent
        water bill, which shows who supplies the water and who takes the waste water away.
      </Paragraph>
      <Paragraph>
        Please answer this email with the bill attached: a photograph of every page is enough.
      </Paragraph>
    </>
  ),
};
