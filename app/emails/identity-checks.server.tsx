import {
  readGiftorIdCheck,
  readRequestEmail,
} from "#app/domain/identity-checks/requests.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { contactLines } from "./contact.ts";
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

/** To an estate agent's office that conducts identity checks itself: whom to check, and what Thirdfort asks for. */

const ROLES = { seller: "Seller", buyer: "Buyer", giftor: "Giftor" };

function request(whom: string) {
  return defineEmail({
    read: readRequestEmail,
    subject: ({ property }) => `Please check the ${whom}: ${property}`,
    preview: () => `Whom to check with Thirdfort, and with which details.`,
    Body: ({ office, property, people, context, ...details }) => (
      <>
        <Title>Identity checks</Title>
        <Paragraph>
          {office} conducts the checks on the {whom} of {property}. Please order them from Thirdfort
          with these details.
        </Paragraph>
        <Facts
          facts={[
            ["Property", property],
            ["File reference", details.file_reference],
            ["Recipient email", details.recipient_emails.join("\n") || "None"],
          ]}
        />
        <Subtitle>Whom to check</Subtitle>
        <Facts
          facts={people.map((person, position): [string, string] => [
            people.length === 1 ? ROLES[person.role] : `${position + 1}. ${ROLES[person.role]}`,
            contactLines(person),
          ])}
        />
        {details.receives_results ? (
          <Paragraph>Your office gets a copy of the results.</Paragraph>
        ) : null}
        <JustAnswer context={context} />
      </>
    ),
  });
}

export const thirdfort_request_sellers = request("sellers");
export const thirdfort_request_buyers = request("buyers and giftors");

/**
 * To a giftor, when their identity check is ordered: they would otherwise hear of it first by the provider's text message
 * (C13). It also says that they can sign in, so that they get no other email about that.
 */
export const giftor_id_check = defineEmail({
  read: readGiftorIdCheck,
  subject: ({ property }) => `Your ID check for the purchase of ${property}`,
  preview: () => "Who we are, why we ask, and who sends you a text message.",
  Body: ({ first_name, buyers, property, sign_in, context }) => (
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
      {sign_in === null ? null : (
        <>
          <Paragraph>
            You can see how far your check is, and what we know of your gift: sign in with this
            address, and we send you a link.
          </Paragraph>
          <LinkButton href={sign_in}>Sign in</LinkButton>
        </>
      )}
      <Subtitle>If this is a mistake</Subtitle>
      <Paragraph>
        If you give no money, or do not know {buyers}, leave the text message alone and answer this
        email: we put it right.
      </Paragraph>
      <JustAnswer context={context} />
    </>
  ),
});
