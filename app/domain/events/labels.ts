import { capital } from "#app/domain/fields/words.ts";

/** The words for what can happen in a matter. */

/** An event's name as staff read it: "Payment Successful" for payment_successful (J-040). */
export function eventLabel(name: string): string {
  return name.split("_").map(capital).join(" ");
}

/** Who made it happen, where no person is known by name. */
export const AUTHOR_LABELS = {
  system: "System",
  seller: "Seller",
  buyer: "Buyer",
  admin: "Admin",
  provider: "Provider",
};
