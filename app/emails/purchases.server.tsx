import {
  readActivatedForSeller,
  readBuyerFoundEmail,
  readDeactivatedForBuyer,
  readPurchaseForBuyer,
} from "#app/domain/purchases/purchase-emails.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { COMPLETE_ID_CHECK, SIGN_ENGAGEMENT_LETTER } from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import {
  Facts,
  Greeting,
  JustAnswer,
  LinkButton,
  Paragraph,
  Steps,
  Subtitle,
  Title,
} from "./pieces.tsx";

/** To the buyer who has finished signing up. */
export const purchase_intent_success = defineEmail({
  read: readPurchaseForBuyer,
  subject: ({ property }) => `We have your details for ${property}`,
  preview: () => "You have finished signing up. Here is what happens next.",
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Title>Thank you, {first_name}</Title>
      <Paragraph>You have told us all we need to begin with your purchase of {property}.</Paragraph>
      <Subtitle>Next steps for us</Subtitle>
      <Steps>
        <>We will introduce you to your legal team by email.</>
        <>They will review the searches and the title.</>
        <>They will raise enquiries with the seller&apos;s solicitor.</>
        <>They will prepare the property report for you.</>
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
});

/** To the solicitors of both sides and to the estate agent, when staff say who the buyer is. */
export const buyer_found = defineEmail({
  read: readBuyerFoundEmail,
  subject: ({ property }) => `A buyer has been found for ${property}`,
  preview: ({ buyers, agreed_price }) => `${buyers}, at ${agreed_price}.`,
  Body: ({ property, buyers, agreed_price, ownership, mortgage, solicitor, context }) => (
    <>
      <Title>A buyer has been found</Title>
      <Facts
        facts={[
          ["Property", property],
          ["Buyer", buyers],
          ["Agreed price", agreed_price],
          ["Ownership", ownership],
          ["Mortgage required", mortgage],
          ["Buyer's solicitor", solicitor],
        ]}
      />
      <JustAnswer context={context} />
    </>
  ),
});

/**
 * When staff have made a purchase the active one: to its buyer, to the buyer before, and to the seller.
 */

export const purchase_intent_activated_buyer = defineEmail({
  read: readPurchaseForBuyer,
  subject: ({ property }) => `Your purchase of ${property} is going ahead`,
  preview: () => "Here is what happens next.",
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>Your purchase of {property} is going ahead.</Paragraph>
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>
          Your solicitor reviews the searches and the title, and asks the seller’s solicitor about
          what is not clear.
        </>
        <>You complete the ID check, if you have not yet done so.</>
        <>Tell us and your solicitor if anything about your purchase changes.</>
      </Steps>
      <Paragraph>You can follow your purchase on your {PRODUCT_NAME} dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
});

/** Gives no reason: that is between the seller and their agent. */
export const purchase_intent_deactivated_buyer = defineEmail({
  read: readDeactivatedForBuyer,
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
});

export const purchase_intent_activated_seller = defineEmail({
  read: readActivatedForSeller,
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
});
