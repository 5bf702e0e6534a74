import { adminDate } from "#app/domain/fields/dates.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import type { Referral } from "#app/domain/stats/referrals.server.ts";

export type ReferralRow = ReturnType<typeof referralRow>;

/** Whom to refer, as the tables show it (S-008 to S-015). */
export function referralRow(referral: Referral) {
  const { id, transaction_id, purchase_intent_id, price_pounds, legals_started_at } = referral;
  const type = purchase_intent_id === null ? "Seller" : "Buyer";
  return {
    id,
    transaction_id,
    name: referralName(referral) || `Unknown ${type}`,
    type,
    address: addressLine(referral) || "No address",
    price: formatPounds(price_pounds),
    legals_started: legals_started_at ? adminDate(legals_started_at) : "Not started",
  };
}

function referralName({ first_name, middle_name, last_name }: Referral) {
  return fullName({ first_name: first_name ?? "", middle_name, last_name }).trim();
}
