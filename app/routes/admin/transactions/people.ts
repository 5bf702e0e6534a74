import { fullName, type Names } from "#app/domain/people/person.ts";
import { type Address, addressLine } from "#app/domain/properties/address.ts";

type Person = Names & {
  person_id: string;
  /** Null of an owner who is represented. */
  email: string | null;
  phone_number: string | null;
  correspondence_address: Address | null;
};

export type PersonView = ReturnType<typeof personView>;

/** Somebody in a matter, as staff see them. */
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
