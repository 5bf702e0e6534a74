import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { Facts, Greeting, JustAnswer, LinkButton, Paragraph, Steps, Subtitle } from "./pieces.tsx";

/** Staff have made a purchase the one that the matter goes on with: to its buyer, and to the buyer's solicitor. */

export type ActivatedForBuyerProps = {
  first_name: string;
  /** Its address on one line. */
  property: string;
  /** The buyer's dashboard. */
  dashboard: string;
};

export const forBuyer: Email<ActivatedForBuyerProps> = {
  subject: ({ property }) => `Your purchase of ${property} is going ahead`,
  preview: () => "Here is what happens next.",
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>Your purchase of {property} is going ahead.</Paragraph>
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>Your solicitor reviews the searches and the title, and raises enquiries.</>
        <>You complete the ID check, if you have not yet done so.</>
        <>Tell us and your solicitor if anything about your purchase changes.</>
      </Steps>
      <Paragraph>You can follow your purchase on your {PRODUCT_NAME} dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
};

export type ActivatedForSolicitorProps = {
  /** Of the solicitor, if there is one by name. */
  first_name: string | null;
  property: string;
  buyers: string;
  agreed_price: string;
  mortgage: string;
  funding: string;
};

export const forSolicitor: Email<ActivatedForSolicitorProps> = {
  subject: ({ property }) => `The purchase of ${property} is going ahead`,
  preview: ({ buyers }) => `Your client: ${buyers}.`,
  Body: ({ first_name, property, buyers, agreed_price, mortgage, funding, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>This purchase is going ahead, and you act for the buyer.</Paragraph>
      <Facts
        facts={[
          ["Property", property],
          ["Buyer", buyers],
          ["Agreed price", agreed_price],
          ["Mortgage required", mortgage],
          ["Funding", funding],
        ]}
      />
      <JustAnswer context={context} />
    </>
  ),
};
