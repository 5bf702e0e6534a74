import { PRODUCT_NAME } from "#app/product.ts";
import { COMPLETE_ID_CHECK, SIGN_ENGAGEMENT_LETTER } from "./customer-steps.ts";
import type { Email } from "./email.ts";
import { LinkButton, Paragraph, Steps, Subtitle, Title } from "./pieces.tsx";

/** To the buyer who has finished. */

export type PurchaseIntentSuccessProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
  /** The buyer's dashboard. */
  dashboard: string;
};

export const purchaseIntentSuccess: Email<PurchaseIntentSuccessProps> = {
  subject: ({ property }) => `We have your details for ${property}`,
  preview: () => "You have finished signing up. Here is what happens next.",
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Title>Thank you, {first_name}</Title>
      <Paragraph>You have told us all we need to begin with your purchase of {property}.</Paragraph>
      <Subtitle>Next steps for us</Subtitle>
      <Steps>
        <>We introduce you to your legal team by email.</>
        <>They review the searches and the title.</>
        <>They raise enquiries with the seller&apos;s solicitor.</>
        <>They prepare the property report for you.</>
      </Steps>
      <Subtitle>Next steps for you</Subtitle>
      <Steps>
        <>{COMPLETE_ID_CHECK}</>
        <>{SIGN_ENGAGEMENT_LETTER}</>
      </Steps>
      <Paragraph>You can see these steps at any time on your {PRODUCT_NAME} dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
};
