import { NO_ADDRESS } from "#app/domain/actions/address.server.ts";
import { type BuyerValues, NO_INACTIVE } from "#app/domain/actions/buyer-change.server.ts";
import type { BuyerKind, NextStep } from "#app/domain/actions/buyer-words.ts";
import type { EndingKind } from "#app/domain/actions/ending-words.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";

const RUNNING = { ended_on: null, end_reason: null, end_note: null };
const ENDED = { ended_on: "2026-11-30", end_reason: "Chain broke", end_note: "Their flat fell in" };
const UNPAUSED = { paused_on: null, paused_until: null, pause_note: null };
const PAUSED = { paused_on: "2026-11-30", paused_until: "2026-12-04", pause_note: "Probate" };

const ADDRESS = {
  ...NO_ADDRESS,
  line_1: "14 Melrose Terrace",
  post_town: "York",
  postcode: "YO1 7HZ",
  country: "United Kingdom",
  country_iso_2: "GB",
};
const ADA = { person_id: "a".repeat(24), name: "Ada Seller", side: "seller" };
const buyerValues = (buyers: string | null): BuyerValues => ({
  active_id: buyers,
  buyers,
  buyer_lawyer_group_id: null,
  ...NO_INACTIVE,
});

const agreedValues = (buyers: string | null, next: NextStep | null) => ({
  ...buyerValues(buyers),
  agreed_price_pounds: buyers ? 450_000 : null,
  sale_agreed: null,
  next,
  agreement_id: null,
  started_id: null,
});

/** Values of each action, before and after it. */
export const VALUES: Record<ActionKind, [before: object, after: object]> = {
  change_agreed_price: [{ agreed_price_pounds: 450_000 }, { agreed_price_pounds: 462_000 }],
  correct_asking_price: [{ asking_price_pounds: 450_000 }, { asking_price_pounds: 475_000 }],
  correct_tenure: [
    { tenure: "Freehold", tenure_details: null },
    { tenure: "Leasehold", tenure_details: null },
  ],
  correct_title_number: [{ title_number: null }, { title_number: "NYK123456" }],
  correct_address: [ADDRESS, { ...ADDRESS, line_1: "16 Melrose Terrace" }],
  correct_ownership: [{ customer_type: "individual_owner" }, { customer_type: "representative" }],
  correct_lender: [
    { mortgage_required_for_purchase: "no", mortgage_provider: null, mortgage_broker: null },
    {
      mortgage_required_for_purchase: "yes",
      mortgage_provider: "Halifax",
      mortgage_broker: "Harbour Mortgages",
    },
  ],
  correct_seller_lender: [
    { has_mortgage: "not_sure", seller_lender: null },
    { has_mortgage: "yes", seller_lender: "Halifax" },
  ],
  correct_postal_address: [
    { ...NO_ADDRESS, ...ADA },
    { ...ADDRESS, ...ADA },
  ],
  end_matter: [RUNNING, ENDED],
  resume_matter: [ENDED, RUNNING],
  pause_matter: [UNPAUSED, PAUSED],
  resume_paused_matter: [PAUSED, UNPAUSED],
  release_buyer: [buyerValues("Grace Hopper"), buyerValues(null)],
  resume_buyer: [buyerValues(null), buyerValues("Grace Hopper")],
  replace_buyer: [buyerValues("Grace Hopper"), buyerValues("Ada Byron")],
  take_unit_out: [
    { group_id: "1", group_name: "Arch Wharf" },
    { group_id: null, group_name: null },
  ],
  agree_sale: [agreedValues(null, null), agreedValues("Grace Hopper", "invite")],
};

/** Old and new values as emails name them. */
export const EXPECTED: Record<
  Exclude<ActionKind, EndingKind | BuyerKind>,
  [old: string, now: string]
> = {
  change_agreed_price: ["£450,000", "£462,000"],
  correct_asking_price: ["£450,000", "£475,000"],
  correct_tenure: ["Freehold", "Leasehold"],
  correct_title_number: ["Not known", "NYK123456"],
  correct_address: ["14 Melrose Terrace, York, YO1 7HZ", "16 Melrose Terrace, York, YO1 7HZ"],
  correct_ownership: ["Individual owner", "Representative"],
  correct_lender: ["none (no mortgage)", "Halifax"],
  correct_seller_lender: ["not known (the seller isn’t sure about a mortgage)", "Halifax"],
  correct_postal_address: ["not known", "14 Melrose Terrace, York, YO1 7HZ"],
};
