import type { OfficeName } from "./agents.ts";

/** Companies. No real company has a number that starts with 99. */
export const companies = {
  "Garside Homes (Yorkshire) Limited": {
    number: "99004117",
    address: "3 Sovereign Place, Leeds LS1 4ER",
  },
  "Pell Quay Developments LLP": {
    number: "OC990014",
    address: "40 Prince Street, Bristol BS1 4QD",
  },
  "Bryn Celyn Homes Limited": {
    number: "99007852",
    address: "11 Ocean Way, Cardiff CF24 5PE",
  },
} as const;

export type CompanyName = keyof typeof companies;

export type ReferralCode = {
  label: string;
  office?: OfficeName;
  /** Number of working days since the code expired. */
  expired?: number;
  maxUses?: number;
  ended?: true;
};

export const referralCodes = {
  FRIEND10: { label: "Friends of a customer" },
  SPRING24: { label: "Spring campaign", expired: 60 },
  LAUNCH2: { label: "The first two customers in Norwich", maxUses: 2 },
  HVYORK: { label: "Customers of Hartley & Vale York", office: "Hartley & Vale York" },
  STAFF: { label: "Colleagues", ended: true },
} as const satisfies Record<string, ReferralCode>;

export type Code = keyof typeof referralCodes;
