import type { LifeName } from "./lives.server.ts";

/** What we hold data about people for: whose it is, why, on what basis, and for how long. */

export type Person =
  | "seller"
  | "buyer"
  | "giftor"
  | "owner who is represented"
  | "staff"
  | "estate agent"
  | "solicitor"
  | "correspondent"
  | "visitor";

/** Of article 6 of the UK GDPR. */
type Basis = "contract" | "legal obligation" | "legitimate interests";

export type Held = {
  whose: readonly Person[];
  why: string;
  basis: Basis;
  /** More than one where it depends on the row, as it does for an email that belongs to a matter or to none. */
  lives: readonly LifeName[];
  /** Which part of what the table holds it is, where that reads as another thing. */
  part?: string;
};

const CUSTOMERS = ["seller", "buyer"] as const;
export const EVERYBODY_IN_A_MATTER = [
  "seller",
  "buyer",
  "giftor",
  "owner who is represented",
] as const;
const PARTNERS = ["estate agent", "solicitor"] as const;

export const account = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to know who signs in, and to reach them",
  basis: "contract",
  lives: ["account", "unconfirmed"],
} as const satisfies Held;
export const access = {
  whose: [...CUSTOMERS, "giftor", "staff"],
  why: "to sign people in, and nobody else in their place",
  basis: "legitimate interests",
} as const;
export const matter = {
  whose: EVERYBODY_IN_A_MATTER,
  why: "to carry on the sale or purchase",
  basis: "contract",
  lives: ["matter", "begun"],
} as const satisfies Held;
export const staffAtWork = {
  whose: ["staff"],
  why: "to know who did what in a matter",
  basis: "legitimate interests",
  lives: ["matter", "begun"],
} as const satisfies Held;
export const worksHere = {
  whose: ["staff"],
  why: "to let in whoever works here, and to know who may do what",
  basis: "legitimate interests",
  lives: ["account"],
} as const satisfies Held;
export const money = {
  whose: ["seller"],
  why: "to take payments and account for them",
  basis: "legal obligation",
  lives: ["matter", "begun"],
} as const satisfies Held;
export const check = {
  whose: EVERYBODY_IN_A_MATTER,
  why: "to check identity and the source of funds",
  basis: "legal obligation",
  lives: ["check", "begun"],
} as const satisfies Held;
export const partner = {
  whose: PARTNERS,
  why: "to work with the firms and offices of a matter",
  basis: "legitimate interests",
  lives: ["partner"],
} as const satisfies Held;
export const found = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "for staff to find a record; it follows the record",
  basis: "legitimate interests",
  lives: ["account", "matter", "begun", "partner"],
} as const satisfies Held;
export const address = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "to know the home, and to write to people",
  basis: "contract",
  lives: ["account", "matter", "begun", "partner"],
} as const satisfies Held;
export const email = {
  whose: ["correspondent", ...EVERYBODY_IN_A_MATTER, ...PARTNERS],
  why: "to read what is written to us about a matter",
  basis: "legitimate interests",
  lives: ["matter", "begun", "stray_email"],
} as const satisfies Held;
export const sent = {
  whose: [...EVERYBODY_IN_A_MATTER, ...PARTNERS, "staff", "visitor"],
  why: "to send an email once, and to know that it was sent",
  basis: "legitimate interests",
  lives: ["account", "matter", "begun", "stray_sent"],
} as const satisfies Held;
export const said = {
  ...sent,
  part: "what they said",
  why: "to prove what we wrote to whom in a matter; of emails with a link that signs in nothing is kept",
  lives: ["matter", "begun"],
} as const satisfies Held;
export const lead = {
  whose: ["visitor"],
  why: "to offer the service to an owner whom a valuer told of us",
  basis: "legitimate interests",
  lives: ["lead"],
} as const satisfies Held;
export const enquiry = {
  whose: ["visitor"],
  why: "to answer who writes to us",
  basis: "legitimate interests",
  lives: ["enquiry"],
} as const satisfies Held;
export const copy = {
  whose: [...CUSTOMERS, "staff"],
  why: "to give people a copy of what we hold on them, and to hand over the file of a matter",
  basis: "legal obligation",
  lives: ["copy"],
} as const satisfies Held;
export const corrected = {
  whose: [...CUSTOMERS, "staff"],
  why: "to put right what is wrong, and to know that it was asked for",
  basis: "legal obligation",
  lives: ["request"],
} as const satisfies Held;
export const request = {
  whose: CUSTOMERS,
  why: "to carry out requests to erase, also after a backup is restored",
  basis: "legal obligation",
  lives: ["request"],
} as const satisfies Held;
