import { type Address, addressLine } from "#app/domain/fields/address.ts";
import { fullName, type Names } from "#app/domain/fields/names.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { contactOrDash, textOrDash } from "../kit/cells.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";

type Row = PersonView & { correct: string };

/** The people of a matter, one a row: who they are in it, how to reach them, and where they are corrected. */
export function PeopleTable<Person extends Row>({
  caption,
  people,
  columns,
}: {
  caption: string;
  people: readonly Person[];
  /** What they are in the matter. */
  columns: readonly Column<Person>[];
}) {
  return (
    <DataTable
      caption={caption}
      hideCaption
      list="people"
      columns={[
        { key: "person", title: "Person", cell: ({ name }) => name },
        ...columns,
        { key: "email", title: "Email", cell: ({ email }) => contactOrDash("email", email) },
        { key: "phone", title: "Phone", cell: ({ phone }) => contactOrDash("phone", phone) },
        { key: "address", title: "Address", cell: ({ address }) => textOrDash(address) },
        {
          key: "correct",
          title: "Action",
          cell: ({ id, correct, name, email }) =>
            // Whoever is represented has nothing to correct: whoever represents them is asked.
            email === null ? (
              textOrDash(null)
            ) : (
              <DialogLink needs="handle" id={`correct-${id}`} to={correct} kind="quiet" what={name}>
                Correct
              </DialogLink>
            ),
        },
      ]}
      rows={people}
      rowKey={({ id }) => id}
    />
  );
}

type Person = Names & {
  person_id: string;
  /** Null of an owner who is represented. */
  email: string | null;
  phone_number: string | null;
  correspondence_address: Address | null;
};

type PersonView = ReturnType<typeof personView>;

/** A person in a matter, as staff see them. */
export function personView(person: Person) {
  const { person_id, email, phone_number, correspondence_address } = person;
  return {
    id: person_id,
    name: fullName(person),
    email,
    phone: phone_number,
    address: correspondence_address && addressLine(correspondence_address),
  };
}
