import { z } from "zod";
import { oneOf } from "#app/domain/fields/answers.server.ts";
import { freeText, optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";
import { phoneFields, mobilePhone } from "#app/domain/fields/phone.server.ts";
import { housePrice } from "#app/domain/fields/prices.server.ts";
import { emailAddress, personNames } from "#app/domain/people/person.server.ts";
import { confirmableAddress } from "#app/domain/properties/address.server.ts";
import { KNOWN_TENURES } from "#app/domain/properties/tenure.ts";

/** The forms of the page that makes a group of transactions. */

/** What the page itself asks: the name, and the developer's payment at Stripe, if there was one (P-013, P-014). */
export const GroupForm = z.object({
  name: freeText("Transactions group name is required", tooLongMessage("Group name")),
  stripe_transaction_id: optionalFreeText(tooLongMessage("Stripe transaction ID")),
});

/** By whose email to look for the representative (P-017). */
export const FindUserForm = z.object({ email: emailAddress() });

/** A representative who has no account yet; the identity check arrives by text. */
export const RepresentativeForm = mobilePhone(
  z.object({ ...personNames, email: emailAddress(), ...phoneFields }),
);
export type NewRepresentative = z.output<typeof RepresentativeForm>;
export type RepresentativeQuestion = keyof z.input<typeof RepresentativeForm>;

/** A unit, by the rules of the seller's own form (P-015, P-043, AMB-P02). */
export const UnitForm = z
  .object({
    address: confirmableAddress,
    tenure: oneOf(KNOWN_TENURES),
    asking_price_pounds: housePrice("Asking price"),
  })
  .transform(({ address: { address, confirmed }, ...unit }) => ({
    ...unit,
    address,
    address_confirmed: confirmed,
  }));
export type NewUnit = z.output<typeof UnitForm>;
