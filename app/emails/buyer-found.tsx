import type { Email } from "./email.ts";
import { Facts, JustAnswer, Title } from "./pieces.tsx";

/** To the solicitors of both sides and to the estate agent, when staff say who the buyer is. */

export type BuyerFoundProps = {
  /** Its address on one line. */
  property: string;
  buyers: string;
  agreed_price: string;
  ownership: string;
  mortgage: string;
  /** Who acts for the buyer. */
  solicitor: string;
};

export const buyerFound: Email<BuyerFoundProps> = {
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
};
