import {
  readActivatedForSeller,
  readBuyerFoundEmail,
  readDeactivatedForBuyer,
  readPurchaseForBuyer,
} from "#app/domain/purchases/purchase-emails.server.ts";
import { labelOf } from "./contact.ts";
import { COMPLETE_ID_CHECK, NOT_BINDING_YET, SIGN_ENGAGEMENT_LETTER } from "./customer-steps.ts";
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
import { streetOf } from "./street.ts";

const buyersAndPrice = ({ buyers, agreed_price }: { buyers: string; agreed_price: string }) =>
  `${labelOf("Buyer", buyers)}: ${buyers}. Agreed price: ${agreed_price}.`;

/** To the buyer who has finished signing up. */
export const purchase_intent_success = defineEmail({
  read: readPurchaseForBuyer,
  subject: ({ property }) => `We’ve got your details for ${streetOf(property)}`,
  preview: () => "You’ve finished signing up. Here’s what happens next.",
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Title>Thank you, {first_name}</Title>
      <Paragraph>We’ve got everything we need to start your purchase of {property}.</Paragraph>
      <Subtitle>Next steps for us</Subtitle>
      <Steps>
        <>Once your purchase is confirmed, we’ll introduce you to your solicitor by email.</>
        <>Your solicitor will review the searches and title.</>
        <>They’ll raise enquiries (questions) with the seller’s solicitor.</>
        <>We’ll prepare the property report for you.</>
      </Steps>
      <Subtitle>Next steps for you</Subtitle>
      <Steps>
        <>{COMPLETE_ID_CHECK}</>
        <>{SIGN_ENGAGEMENT_LETTER}</>
      </Steps>
      <Paragraph>You can see these steps at any time on your dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
});

/** To the solicitors of both sides and to the estate agent, when staff say who the buyer is. */
export const buyer_found = defineEmail({
  read: readBuyerFoundEmail,
  subject: ({ property }) => `A buyer has been found for ${streetOf(property)}`,
  preview: buyersAndPrice,
  Body: ({ property, buyers, agreed_price, ownership, mortgage, solicitor }) => (
    <>
      <Title>A buyer has been found</Title>
      <Facts
        facts={[
          ["Property", property],
          [labelOf("Buyer", buyers), buyers],
          ["Agreed price", agreed_price],
          ["Ownership", ownership],
          ["Mortgage required", mortgage],
          ["Buyer’s solicitor", solicitor],
        ]}
      />
      <JustAnswer />
    </>
  ),
});

/**
 * When staff have made a purchase the active one: to its buyer, to the buyer before, and to the seller.
 */

export const purchase_intent_activated_buyer = defineEmail({
  read: readPurchaseForBuyer,
  subject: ({ property }) => `You’re confirmed as the buyer of ${streetOf(property)}`,
  preview: () => `${NOT_BINDING_YET} Here’s what happens next.`,
  Body: ({ first_name, property, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You’re confirmed as the buyer of {property}. {NOT_BINDING_YET}
      </Paragraph>
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>We’ll introduce you to your solicitor by email, if we haven’t already.</>
        <>
          Your solicitor will review the searches and title and raise enquiries (questions) with the
          seller’s solicitor.
        </>
        <>{COMPLETE_ID_CHECK}</>
        <>Tell us and your solicitor if anything about your purchase changes.</>
      </Steps>
      <Paragraph>
        You can see the progress of your purchase at any time on your dashboard.
      </Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
});

/** Gives no reason: that is between the seller and their agent. */
export const purchase_intent_deactivated_buyer = defineEmail({
  read: readDeactivatedForBuyer,
  subject: ({ cc, property }) =>
    cc.length > 0
      ? `You’re no longer the buyers of ${streetOf(property)}`
      : `You’re no longer the buyer of ${streetOf(property)}`,
  preview: () => "What to do next.",
  cc: ({ cc }) => cc,
  Body: ({ first_names, cc, property, context }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        The sale of {property} is no longer going ahead with you as the{" "}
        {cc.length > 0 ? "buyers" : "buyer"}, so we’ll stop work on your purchase.
      </Paragraph>
      <Subtitle>What to do next</Subtitle>
      <Steps>
        <>If you have a solicitor, ask them whether you need to pay for their work so far.</>
        <>
          If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender,
          surveyor or insurer know.
        </>
      </Steps>
      <Paragraph>
        If you didn’t expect this, ask the estate agent or email {context.support_email}.
      </Paragraph>
    </>
  ),
});

export const purchase_intent_activated_seller = defineEmail({
  read: readActivatedForSeller,
  subject: ({ property, has_changed }) =>
    has_changed
      ? `Your buyer has changed: ${streetOf(property)}`
      : `You have a buyer for ${streetOf(property)}`,
  preview: buyersAndPrice,
  cc: ({ cc }) => cc,
  Body: ({ first_names, property, buyers, agreed_price, has_changed, dashboard, context }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        {has_changed
          ? `You have a different buyer for your sale of ${property}.`
          : `You have a buyer for your sale of ${property}.`}{" "}
        {NOT_BINDING_YET}
      </Paragraph>
      <Facts
        facts={[
          [labelOf(has_changed ? "New buyer" : "Buyer", buyers), buyers],
          ["Agreed price", agreed_price],
        ]}
      />
      <Paragraph>
        If a name or the price is wrong, email {context.support_email} straight away.
      </Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  ),
});
