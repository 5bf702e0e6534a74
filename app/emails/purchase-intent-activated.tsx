import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { Facts, Greeting, LinkButton, Paragraph, Steps, Subtitle } from "./pieces.tsx";

/**
 * Staff have made a purchase the one that the matter continues with: to its buyer, to the buyer until then, and to the
 * seller.
 */

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

export type DeactivatedForBuyerProps = {
  /** "Ada and Bob". */
  first_names: string;
  /** The others, who read along. */
  cc: string[];
  property: string;
};

/** Says what is so and no reason: that is between the seller and their agent. */
export const forBuyerBefore: Email<DeactivatedForBuyerProps> = {
  subject: ({ property }) => `You are no longer the buyer of ${property}`,
  preview: () => "What this means for you.",
  cc: ({ cc }) => cc,
  Body: ({ first_names, property, context }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        The sale of {property} no longer goes on with you: you are no longer the buyer in this
        matter.
      </Paragraph>
      <Subtitle>What this means</Subtitle>
      <Steps>
        <>We and the solicitors stop work on your purchase.</>
        <>If you have asked for a mortgage, a survey or insurance for this home, tell them.</>
        <>If you did not expect this, ask the estate agent, or write to us.</>
      </Steps>
      <Paragraph>You can reach us at {context.support_email}.</Paragraph>
    </>
  ),
};

export type ActivatedForSellerProps = {
  first_names: string;
  cc: string[];
  property: string;
  buyers: string;
  agreed_price: string;
  /** Another person was the buyer before. */
  has_changed: boolean;
  /** The seller's dashboard. */
  dashboard: string;
};

export const forSeller: Email<ActivatedForSellerProps> = {
  subject: ({ property, has_changed }) =>
    has_changed ? `The buyer of ${property} has changed` : `A buyer has been found for ${property}`,
  preview: ({ buyers, agreed_price }) => `${buyers}, at ${agreed_price}.`,
  cc: ({ cc }) => cc,
  Body: ({ first_names, property, buyers, agreed_price, has_changed, dashboard, context }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        {has_changed
          ? `The sale of ${property} now goes on with another buyer.`
          : `The sale of ${property} goes on with a buyer.`}
      </Paragraph>
      <Facts
        facts={[
          [has_changed ? "The buyer now" : "Buyer", buyers],
          ["Agreed price", agreed_price],
        ]}
      />
      <Paragraph>
        If a name or the price is not what you have agreed, write to {context.support_email} at
        once.
      </Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
};
