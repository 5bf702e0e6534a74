import { adminDate } from "#app/domain/fields/dates.ts";
import type { ListedUser, User } from "#app/domain/people/users.server.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { addressLine } from "#app/domain/fields/address.ts";

/** Where users cannot be read. */
export const FETCH_FAILURE = "There was an error fetching users.";

export type UserRow = ReturnType<typeof rowView>;

/** A user as the list shows them. */
export function rowView(user: ListedUser) {
  return { id: user.id, name: fullName(user), email: user.email, address: addressLine(user) };
}

/** A user as their page shows them. */
export function userView(user: User) {
  return {
    id: user.id,
    name: fullName(user),
    can_correct: user.type === "customer",
    personal: [
      { term: "First name", description: user.first_name },
      { term: "Middle name", description: user.middle_name },
      { term: "Last name", description: user.last_name },
      { term: "Email", description: user.email, by: "email" as const },
      { term: "Phone", description: user.phone_number, by: "phone" as const },
      { term: "Type", description: user.type === "admin" ? "Staff" : "Customer" },
      { term: "Status", description: status(user) },
      { term: "Created", description: adminDate(user.created_at) },
    ],
    address: user.address && addressView(user.address),
  };
}

function status({ active, deactivated_at }: User) {
  if (deactivated_at) return `Blocked on ${adminDate(deactivated_at)}`;
  return active ? "Active" : "Not active yet";
}

/** Every part that an address can have, in the order of an envelope, then what only the address finder knows. */
function addressView(address: NonNullable<User["address"]>) {
  const { latitude, longitude } = address;
  return [
    { term: "Organisation name", description: address.organisation_name },
    { term: "Address line 1", description: address.line_1 },
    { term: "Address line 2", description: address.line_2 },
    { term: "Address line 3", description: address.line_3 },
    { term: "Post town", description: address.post_town },
    { term: "County", description: address.county },
    { term: "Postcode", description: address.postcode },
    { term: "Country", description: address.country },
    { term: "Country ISO 2", description: address.country_iso_2 },
    { term: "Building number", description: address.building_number },
    { term: "Sub building name", description: address.sub_building_name },
    { term: "Building name", description: address.building_name },
    { term: "Premise", description: address.premise },
    { term: "PO box", description: address.po_box },
    { term: "UPRN", description: address.uprn },
    { term: "District", description: address.district },
    { term: "Latitude", description: latitude === null ? null : String(latitude) },
    { term: "Longitude", description: longitude === null ? null : String(longitude) },
  ];
}
