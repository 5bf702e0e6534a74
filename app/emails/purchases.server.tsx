import { purchaseIntentSuccessEmail } from "#app/domain/purchases/purchases.server.ts";
import {
  purchaseIntentActivatedBuyerEmail,
  purchaseIntentActivatedSellerEmail,
  purchaseIntentDeactivatedBuyerEmail,
} from "#app/domain/purchases/activation.server.ts";
import { buyerFoundEmail } from "#app/domain/purchases/buyer-found.server.ts";
import {
  type BuyerFoundRecipient,
  readActivatedForSeller,
  readBuyerFoundEmail,
  readDeactivatedForBuyer,
  readPurchaseForBuyer,
} from "#app/domain/purchases/purchase-emails.server.ts";
import { confirmingText } from "#app/domain/stages/waiting-buyer.ts";
import { labelOf } from "./contact.ts";
import { readOwnSteps } from "#app/domain/notifications/recipient-steps.server.ts";
import type { Db } from "#db/connection.ts";
import { NOT_BINDING_YET } from "./warnings.ts";
import { defineEmail, type SendContext } from "./email.ts";
import { Facts } from "./facts.tsx";
import {
  DashboardLink,
  Greeting,
  ReplyHint,
  LinkButton,
  Paragraph,
  Subtitle,
} from "./components.tsx";
import { OwnSteps, Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";

const buyersAndPrice = ({ buyers, agreed_price }: { buyers: string; agreed_price: string }) =>
  `${labelOf("Buyer", buyers)}: ${buyers}. Agreed price: ${agreed_price}.`;

async function readPurchase(db: Db, ids: { purchase_intent_id: string }, sending: SendContext) {
  const purchase = await readPurchaseForBuyer(db, ids, sending);
  const { transaction_id } = purchase;
  const { recipient } = sending;
  return { ...purchase, steps: await readOwnSteps(db, { ...ids, transaction_id, recipient }) };
}

export const purchase_intent_success = defineEmail(purchaseIntentSuccessEmail, {
  read: readPurchase,
  subject: ({ property }) => `We’ve got your details for ${streetOf(property)}`,
  preview: () => "You’ve finished signing up. Here’s what happens next.",
  Body: ({ first_name, property, steps, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Thank you. We’ve got everything we need to start your purchase of {property}. We’ll check
        the price and your details with the seller, and then email you. {confirmingText()}
      </Paragraph>
      <OwnSteps steps={steps} />
      <Paragraph>You can see these steps at any time on your dashboard.</Paragraph>
      <LinkButton href={dashboard}>See your purchase</LinkButton>
    </>
  ),
});

/** Email to both solicitors and the estate agent when staff record who the buyer is. */
export const buyer_found = defineEmail(buyerFoundEmail, {
  read: readBuyerFoundEmail,
  subject: ({ property }) => `A buyer has been found for ${streetOf(property)}`,
  heading: () => "A buyer has been found",
  preview: buyersAndPrice,
  Body: ({ recipient, property, buyers, agreed_price, ownership, mortgage, ...found }) => (
    <>
      <Greeting name={null} />
      <Paragraph>{nextStep(recipient, found.solicitor !== null)}</Paragraph>
      <Facts
        facts={[
          ["Property", property],
          [labelOf("Buyer", buyers), buyers],
          ["Agreed price", agreed_price],
          ["Ownership", ownership],
          ...(mortgage === null ? [] : [asFact("Mortgage required", mortgage)]),
          ["Buyer’s solicitor", found.solicitor ?? "Not instructed yet"],
        ]}
      />
      {found.agent_page ? <LinkButton href={found.agent_page}>Open this sale</LinkButton> : null}
      <ReplyHint />
    </>
  ),
});

const asFact = (what: string, text: string): [string, string] => [what, text];

/** Returns what the recipient of the email about a buyer does next. */
function nextStep(recipient: BuyerFoundRecipient, has_solicitor: boolean): string {
  if (recipient === "buyer_solicitor") {
    return "You act for the buyer. The seller’s solicitor will send you the contract pack. Please then raise your enquiries with them.";
  }
  const without = "The buyer doesn’t have a solicitor yet.";
  if (recipient === "estate_agent") {
    return `${has_solicitor ? "The two solicitors will contact each other." : without} You don’t need to do anything.`;
  }
  return has_solicitor
    ? "Please send the contract pack to the buyer’s solicitor now. If you’ve already sent it, you don’t need to do anything."
    : `${without} Please send the contract pack once they do.`;
}

/** Emails when staff activate a purchase: to its buyer, to the previous buyer and to the seller. */

export const purchase_intent_activated_buyer = defineEmail(purchaseIntentActivatedBuyerEmail, {
  read: readPurchase,
  subject: ({ property }) => `Your purchase is going ahead: ${streetOf(property)}`,
  preview: () => `${NOT_BINDING_YET} Here’s what happens next.`,
  Body: ({ first_name, are_several, property, steps, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You’re confirmed as the {are_several ? "buyers" : "buyer"} of {property}. {NOT_BINDING_YET}
      </Paragraph>
      <OwnSteps steps={steps} />
      <Paragraph>Tell us and your solicitor if anything about your purchase changes.</Paragraph>
      <DashboardLink noun="purchase" dashboard={dashboard} />
    </>
  ),
});

/** This email gives no reason, because the reason is between the seller and the estate agent. */
export const purchase_intent_deactivated_buyer = defineEmail(purchaseIntentDeactivatedBuyerEmail, {
  read: readDeactivatedForBuyer,
  subject: ({ are_several, property }) =>
    are_several
      ? `You’re no longer the buyers of ${streetOf(property)}`
      : `You’re no longer the buyer of ${streetOf(property)}`,
  preview: () => "What to do next.",
  Body: ({ first_name, are_several, property, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        The sale of {property} is no longer going ahead with you as the{" "}
        {are_several ? "buyers" : "buyer"}, so we’ll stop work on your purchase.
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

export const purchase_intent_activated_seller = defineEmail(purchaseIntentActivatedSellerEmail, {
  read: readActivatedForSeller,
  subject: ({ property, has_changed }) =>
    has_changed
      ? `Your buyer has changed: ${streetOf(property)}`
      : `You have a buyer for ${streetOf(property)}`,
  preview: buyersAndPrice,
  Body: ({ first_name, property, buyers, agreed_price, has_changed, dashboard, context }) => (
    <>
      <Greeting name={first_name} />
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
        You don’t need to do anything for us now. The solicitors will take the next steps, and we’ll
        email you when something changes. If a name or the price is wrong, email{" "}
        {context.support_email} straight away.
      </Paragraph>
      <LinkButton href={dashboard}>See your sale</LinkButton>
    </>
  ),
});
