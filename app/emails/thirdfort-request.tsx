import { contactLines, type Contact } from "./contact.ts";
import type { Email } from "./email.ts";
import { Facts, JustAnswer, Paragraph, Subtitle, Title } from "./pieces.tsx";

/** To an estate agent's office that conducts identity checks itself: whom to check, and what Thirdfort asks for. */

export type ThirdfortRequestProps = {
  office: string;
  /** Its address on one line. */
  property: string;
  file_reference: string;
  /** Who is to be sent the reports: the solicitors. */
  recipient_emails: string[];
  /** Whether the office gets a copy of them (AMB-N07). */
  receives_results: boolean;
  people: (Contact & { role: "seller" | "buyer" | "giftor" })[];
};

const ROLES = { seller: "Seller", buyer: "Buyer", giftor: "Giftor" };

function request(whom: string): Email<ThirdfortRequestProps> {
  return {
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
  };
}

export const requestSellers = request("sellers");
export const requestBuyers = request("buyers and giftors");
