import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { Greeting, JustAnswer, Paragraph, Steps, Subtitle } from "./pieces.tsx";

/**
 * To whoever gives money towards a purchase, when their identity check is ordered: they have no account, and the text
 * message of the provider would be the first that they hear of it (C13).
 */

export type GiftorIdCheckProps = {
  first_name: string;
  /** "Bea Byron and Jo Joint": who named them. */
  buyers: string;
  /** Its address on one line. */
  property: string;
};

export const giftorIdCheck: Email<GiftorIdCheckProps> = {
  subject: ({ property }) => `Your ID check for the purchase of ${property}`,
  preview: () => "Who we are, why we ask, and who sends you a text message.",
  Body: ({ first_name, buyers, property, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {buyers} told us that you give money towards the purchase of {property}. {PRODUCT_NAME}{" "}
        looks after that purchase. Solicitors must know where the money comes from, so the law asks
        for an identity check of everybody who gives some of it.
      </Paragraph>
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>
          You get a text message with a link from Thirdfort, the company that checks identities for
          us.
        </>
        <>Follow the link on your phone, with your passport or driving licence beside you.</>
        <>The result goes to the solicitor of the purchase. You need no account with us.</>
      </Steps>
      <Subtitle>If this is a mistake</Subtitle>
      <Paragraph>
        If you give no money, or do not know {buyers}, leave the text message alone and answer this
        email: we put it right.
      </Paragraph>
      <JustAnswer context={context} />
    </>
  ),
};
