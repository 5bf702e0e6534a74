import { readIntroduction } from "#app/domain/assignments/estate-agent.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { defineEmail } from "./email.ts";
import { Facts, Greeting, JustAnswer, Paragraph, Steps, Subtitle } from "./pieces.tsx";

/** To the primary valuer of an estate agent whom staff have assigned to a sale, or to all sales of a group. */
export const estate_agent_introduction = defineEmail({
  read: readIntroduction,
  subject: ({ homes }) =>
    homes.length === 1
      ? `You are the estate agent for ${homes[0]?.property ?? ""}`
      : `You are the estate agent for ${homes.length} homes`,
  preview: () => `What ${PRODUCT_NAME} does for your sale, and how to reach us.`,
  Body: ({ first_name, homes, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {PRODUCT_NAME} looks after the legal work of{" "}
        {homes.length === 1 ? "this sale" : "these sales"}, and you are named as the estate agent.
      </Paragraph>
      <Facts
        facts={homes.map(({ property, sellers }): [string, string] => [
          property,
          `Seller: ${sellers}`,
        ])}
      />
      <Subtitle>How it works</Subtitle>
      <Steps>
        <>The sellers have signed up with us, so the legal work starts before a buyer is found.</>
        <>
          When you agree a sale, tell us the buyer and the price. We bring both solicitors together.
        </>
        <>We will order the searches and the ID checks, and let you know when dates are agreed.</>
      </Steps>
      <JustAnswer context={context} />
    </>
  ),
});
