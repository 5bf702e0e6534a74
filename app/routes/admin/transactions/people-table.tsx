import { FAILURES } from "#app/domain/deliveries/failures.ts";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { type Address, addressLine } from "#app/domain/shared/address.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import type { ContactHistory } from "#app/domain/people/notification-history.server.ts";
import { EMAIL_STATUS_LABELS } from "#app/domain/transactions/labels.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import { contactOrDash, textOrDash } from "../shared/cells.tsx";
import { DialogLink } from "../shared/dialog-link.tsx";

type Row = PersonView & {
  correct: string;
  /**
   * URL of the page that removes the person. Null for the primary customer, or while customers can
   * still edit the people themselves.
   */
  remove: string | null;
};

export function PeopleTable<Person extends Row>({
  caption,
  people,
  columns,
}: {
  caption: string;
  people: readonly Person[];
  columns: readonly Column<Person>[];
}) {
  return (
    <>
      <DataTable
        caption={caption}
        hideCaption
        list="people"
        columns={[
          { key: "person", title: "Person", cell: ({ name }) => name },
          ...columns,
          {
            key: "email",
            title: "Email",
            cell: ({ email, contact }) => (
              <>
                {contactOrDash("email", email)}
                {contact.unreachable ? <p className="hint">{contact.unreachable}</p> : null}
              </>
            ),
          },
          { key: "phone", title: "Phone", cell: ({ phone }) => contactOrDash("phone", phone) },
          { key: "address", title: "Address", cell: ({ address }) => textOrDash(address) },
          {
            key: "correct",
            title: "Action",
            cell: ({ id, correct, remove, name, email }) =>
              email === null && remove === null ? (
                textOrDash(null)
              ) : (
                <div className="cluster">
                  {/* The details of a represented owner can’t be corrected here. Those of the
                      representative can. */}
                  {email === null ? null : (
                    <DialogLink
                      needs="handle"
                      id={`correct-${id}`}
                      to={correct}
                      kind="quiet"
                      what={`${name}’s details`}
                    >
                      Correct
                    </DialogLink>
                  )}
                  {remove === null ? null : (
                    <DialogLink
                      needs="handle"
                      id={`remove-${id}`}
                      to={remove}
                      kind="quiet"
                      what={name}
                    >
                      Remove
                    </DialogLink>
                  )}
                </div>
              ),
          },
        ]}
        rows={people}
        rowKey={({ id }) => id}
      />
      <ContactHistory caption={caption} people={people} />
    </>
  );
}

function ContactHistory({ caption, people }: { caption: string; people: readonly PersonView[] }) {
  return (
    <Details
      summary={
        <>
          Emails and last sign-in<span className="vh">: {caption}</span>
        </>
      }
    >
      <div className="stack">
        {people
          .filter(({ email }) => email !== null)
          .map(({ id, name, contact: { signed_in, emails } }) => (
            <section key={id} className="stack" data-gap="s" aria-labelledby={`told-${id}`}>
              <h3 id={`told-${id}`}>{name}</h3>
              <p className="hint">{signed_in}</p>
              {emails.length > 0 ? (
                <ul className="shown-emails">
                  {emails.map((email) => (
                    <li key={email.id}>
                      <ToldEmail {...email} />
                    </li>
                  ))}
                </ul>
              ) : (
                <p>No emails about this property yet.</p>
              )}
            </section>
          ))}
      </div>
    </Details>
  );
}

function ToldEmail({ title, about, body_text }: PersonView["contact"]["emails"][number]) {
  const head = (
    <span className="email-head">
      <bdi>{title}</bdi>
      <span className="hint">{about}</span>
    </span>
  );
  if (body_text === null) return head;
  return (
    <Details summary={head}>
      <p className="email-text">{body_text}</p>
    </Details>
  );
}

type Person = Names & {
  person_id: string;
  /** Null for an owner who has a representative. */
  email: string | null;
  phone_number: string | null;
  correspondence_address: Address | null;
};

type PersonView = ReturnType<typeof personView>;

/**
 * Maps a person to their row in the table. `histories` has the notification history of each email
 * address.
 */
export function personView(person: Person, histories: ReadonlyMap<string, ContactHistory>) {
  const { person_id, email, phone_number, correspondence_address } = person;
  return {
    id: person_id,
    name: fullName(person),
    email,
    phone: phone_number,
    address: correspondence_address && addressLine(correspondence_address),
    contact: toldView(email === null ? undefined : histories.get(email)),
  };
}

function toldView(contact: ContactHistory = { signed_in_at: null, emails: [], unreachable: null }) {
  const { signed_in_at, emails, unreachable } = contact;
  return {
    unreachable: unreachable && `Emails don’t reach this address. ${FAILURES[unreachable]}`,
    signed_in: signed_in_at
      ? `Last signed in on ${adminMoment(signed_in_at)}`
      : "Has never signed in",
    emails: emails.map(({ id, name, status, at, subject, body_text }) => ({
      id,
      title: subject ?? eventLabel(name),
      about: `${EMAIL_STATUS_LABELS[status]}, ${adminMoment(at)}`,
      body_text,
    })),
  };
}
