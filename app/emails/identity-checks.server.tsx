/**
 * Emails about ID checks: to an estate agent's office that runs the checks itself, and to giftors.
 */

import type { z } from "zod";
import type { QueuedEmail } from "#app/queue/email.ts";
import {
  readGiftorIdCheck,
  readRequestEmail,
  giftorIdCheckEmail,
  thirdfortRequestBuyersEmail,
  thirdfortRequestSellersEmail,
} from "#app/domain/identity-checks/office-requests.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { contactLines } from "./contact.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Greeting, ReplyHint, LinkButton, Paragraph, Subtitle } from "./components.tsx";
import { Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";

const ROLES = { seller: "Seller", buyer: "Buyer", giftor: "Giftor" };

type Person = { role: keyof typeof ROLES };

/** Returns the roles of the people, such as "buyer and giftors". */
function rolesIn(people: readonly Person[]): string {
  const roles = (["seller", "buyer", "giftor"] as const).flatMap((role) => {
    const count = people.filter((person) => person.role === role).length;
    return count === 0 ? [] : [count === 1 ? role : `${role}s`];
  });
  return roles.join(" and ");
}

function request(
  email: QueuedEmail<string, z.ZodType<{ transaction_id: string; purchase_intent_id?: string }>>,
  act: "sale" | "purchase",
) {
  const solicitor = act === "sale" ? "seller’s solicitor" : "buyer’s solicitor";
  return defineEmail(email, {
    read: readRequestEmail,
    subject: ({ property, people }) =>
      `ID checks needed for the ${rolesIn(people)}: ${streetOf(property)}`,
    preview: () => "Who to check on Thirdfort, and their details.",
    Body: ({ office, property, people, ...details }) => (
      <>
        <Paragraph>
          Your office, {office}, runs the ID checks on the {rolesIn(people)} for the {act} of{" "}
          {property}. Please order them from Thirdfort now, using these details.
        </Paragraph>
        <Facts
          facts={[
            ["Property", property],
            ["File reference", details.file_reference],
            [`Recipient email (${solicitor})`, details.recipient_emails.join("\n") || "None"],
          ]}
        />
        <Subtitle>Who to check</Subtitle>
        <Facts
          facts={people.map((person, position): [string, string] => [
            people.length === 1 ? ROLES[person.role] : `${position + 1}. ${ROLES[person.role]}`,
            contactLines(person),
          ])}
        />
        {details.receives_results ? (
          <Paragraph>Your office will get a copy of the results.</Paragraph>
        ) : null}
        <ReplyHint />
      </>
    ),
  });
}

export const thirdfort_request_sellers = request(thirdfortRequestSellersEmail, "sale");
export const thirdfort_request_buyers = request(thirdfortRequestBuyersEmail, "purchase");

/**
 * Email to a giftor, sent before the ID check provider's text message. Also says how to sign in,
 * unless `sign_in` is null.
 */
export const giftor_id_check = defineEmail(giftorIdCheckEmail, {
  read: readGiftorIdCheck,
  subject: ({ property }) => `Your ID check for the purchase of ${streetOf(property)}`,
  preview: () => "Who we are, why we’re asking, and what to expect.",
  Body: ({ first_name, buyers, property, sign_in }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {buyers ?? "A buyer"} told us you’re giving them money towards buying {property}.{" "}
        {PRODUCT_NAME} is handling their purchase. Anti-money-laundering rules mean the solicitor
        must check everyone who gives money towards a purchase.
      </Paragraph>
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>You’ll get a text message with a link from Thirdfort, our ID check provider.</>
        <>
          Open the link on your phone as soon as you can, because the purchase can’t go ahead
          without your check. You’ll need your passport or driving licence.
        </>
        <>We’ll share the result with the buyer’s solicitor.</>
      </Steps>
      {sign_in === null ? null : (
        <>
          <Paragraph>
            To see the status of your check and the details of your gift, sign in with this email
            address. You don’t need a password: we’ll send you a link.
          </Paragraph>
          <LinkButton href={sign_in}>Sign in</LinkButton>
        </>
      )}
      <Subtitle>If this is a mistake</Subtitle>
      <Paragraph>
        If you’re not giving money, or don’t know {buyers ?? "this buyer"}, ignore the text message
        and reply to this email. We’ll correct it.
      </Paragraph>
    </>
  ),
});
