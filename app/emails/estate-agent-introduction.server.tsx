import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import { prepareIntroduction } from "#app/domain/assignments/estate-agent.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { labelOf } from "./contact.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Greeting, LinkButton, ReplyHint, Paragraph, Subtitle } from "./components.tsx";
import { Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";

/**
 * Email to an estate agent's primary valuer when staff assign the agent to a sale or a whole group.
 */
export const estate_agent_introduction = defineEmail(ASSIGNMENT_EMAILS.estate_agent_introduction, {
  read: prepareIntroduction,
  subject: ({ homes }) =>
    homes.length === 1
      ? `Sale registered with ${PRODUCT_NAME}: ${streetOf(homes[0]?.property ?? "")}`
      : `${homes.length} sales registered with ${PRODUCT_NAME}`,
  preview: () => `How ${PRODUCT_NAME} works, and how to reach us.`,
  Body: ({ first_name, homes, page, ready, days }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {PRODUCT_NAME} is handling the legal side of{" "}
        {homes.length === 1 ? "this sale" : "these sales"}. We have recorded you as the estate
        agent. You don’t need to do anything until you agree a sale. Then send us your memorandum of
        sale on your office’s page.
      </Paragraph>
      <Facts
        facts={homes.map(({ property, sellers }): [string, string] => [
          property,
          `${labelOf("Seller", sellers)}: ${sellers}`,
        ])}
      />
      <Paragraph>
        Your office’s page shows the stage of each of your sales and who has the next step. To open
        it, sign in with an email address of your office. We’ll email you a link.
      </Paragraph>
      <LinkButton href={page}>Open your office’s page</LinkButton>
      {ready.length > 0 ? (
        <>
          <Subtitle>See what’s ready for a buyer</Subtitle>
          <Paragraph>
            {ready.length === 1 ? "This page shows" : "These pages show"} how far the legal work has
            got. You can show {ready.length === 1 ? "it" : "them"} to buyers, because{" "}
            {ready.length === 1 ? "it shows" : "they show"} no names or phone numbers.{" "}
            {ready.length === 1 ? "The link works" : "The links work"} for up to {days} days. Once a
            home has a buyer, its page will say so and show nothing else.
          </Paragraph>
          {ready.map(({ property, url }) => (
            <LinkButton key={url} href={url}>{`What’s ready: ${streetOf(property)}`}</LinkButton>
          ))}
        </>
      ) : null}
      <Subtitle>How it works</Subtitle>
      <Steps>
        <>
          {homes.length === 1 ? "This sale is" : "These sales are"} already registered with us, so
          the seller’s legal work can start before there is a buyer.
        </>
        <>
          We’ll order the searches and the seller’s ID checks once the seller has a solicitor. The
          solicitor can then prepare the contract pack before there is a buyer.
        </>
        <>
          When you agree a sale, your memorandum of sale gives us the buyer’s details and the agreed
          price. We’ll put the two solicitors in touch with each other.
        </>
      </Steps>
      <ReplyHint />
    </>
  ),
});
