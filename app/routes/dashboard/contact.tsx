import type { MatterContact } from "#app/domain/handlers/contact.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { contactMailto } from "#app/ui/mailto.ts";
import { SheetPart } from "./sheet.tsx";
import type { Noun } from "./view.ts";

/**
 * Renders the name, email address and direct phone number of the handler, or of the stand-in while
 * the handler is away, and the number of the matter.
 */
export function Contact({
  contact,
  noun,
  line_1,
}: {
  contact: MatterContact;
  noun: Noun;
  line_1: string;
}) {
  const { number, name, email, phone } = contact;
  return (
    <>
      {name ? (
        <p>
          <strong>{name}</strong>
          {email ? (
            <>
              <br />
              <a href={contactMailto(contact, { email, subject: line_1 })}>{email}</a>
            </>
          ) : null}
          {phone ? (
            <>
              <br />
              <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
            </>
          ) : null}
        </p>
      ) : null}
      <p>
        When you contact us about your {noun}, give the number <strong>{number}</strong>.
      </p>
    </>
  );
}

/** Renders the contact in the sheet of a page; nothing if there is no contact. */
export function ContactPart({
  contact,
  ...matter
}: {
  contact: MatterContact | null;
  noun: Noun;
  line_1: string;
}) {
  if (!contact) return null;
  return (
    <SheetPart title={contact.name ? "Your contact" : "Questions?"}>
      <Contact contact={contact} {...matter} />
      {contact.name ? null : <SupportEmail contact={contact} line_1={matter.line_1} />}
    </SheetPart>
  );
}

function SupportEmail({ contact, line_1 }: { contact: MatterContact; line_1: string }) {
  const email = useSupportEmail();
  if (!email) return null;
  return (
    <p>
      <a href={contactMailto(contact, { email, subject: line_1 })}>{email}</a>
    </p>
  );
}
