import { addressLine } from "#app/domain/properties/address.ts";
import type { LawFirm } from "#app/domain/solicitors/parts.ts";

/** A law firm as its page shows it: texts, ready to be read. */
export function lawFirmView(id: string, { name, email, phone_number, address }: LawFirm) {
  return {
    id,
    name,
    details: [
      { term: "Name", description: name },
      { term: "Email", description: email, by: "email" as const },
      { term: "Phone", description: phone_number, by: "phone" as const },
      { term: "Organisation name", description: address?.organisation_name ?? null },
      { term: "Address", description: address && addressLine(address) },
      { term: "Country", description: address?.country ?? null },
    ],
  };
}
