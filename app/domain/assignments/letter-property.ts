/** The part of a letter to a solicitor about the property, and that about its dates. */

import { addressLine } from "#app/domain/shared/address.ts";
import { dayInWords, londonDay } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { LetterPart, LetterRow } from "./letter.ts";
import { NOT_KNOWN, row, rowsOfEach } from "./letter-row.ts";
import type { LetterMatter } from "./instructed-matters.server.ts";
import type { LeaseAnswers } from "./letter-facts.server.ts";

/** Returns the property with its facts or, for several properties, one row for each. */
export function propertyPart(matters: readonly LetterMatter[]): LetterPart {
  const [only] = matters;
  if (only && matters.length === 1) {
    const rows = [row("Address", addressLine(only.address)), ...propertyRows(only)];
    return { title: "The property", rows };
  }
  return {
    title: "The properties",
    rows: matters.map((matter) => row(addressLine(matter.address), flatten(propertyRows(matter)))),
  };
}

const flatten = (rows: readonly LetterRow[]) =>
  rows
    .map(({ what, text, email, phone }) =>
      [`${what}: ${text}`, email, phone].filter(Boolean).join(", "),
    )
    .join("\n");

function propertyRows(matter: LetterMatter): LetterRow[] {
  const { tenure, tenure_details, title_number, handler, handler_email, handler_phone } = matter;
  const other = tenure === "Other" ? tenure_details : null;
  const named = tenure_details ? `${tenure}: ${tenure_details}` : tenure;
  return [
    row("Tenure", tenure === "Other" ? other : named),
    ...leaseRows(matter),
    row("Title number", title_number),
    priceRow(matter),
    row("Our reference", formatMatterNumber(matter.number)),
    handler
      ? row("Your contact", handler, { email: handler_email, phone: handler_phone })
      : row("Your contact", null),
    ...(handler && !handler_phone ? [row("Direct number of your contact", null)] : []),
  ];
}

/** Returns the main terms of a lease. A home in a development has none before it is sold. */
function leaseRows({ tenure, type, facts: { lease } }: LetterMatter): LetterRow[] {
  if (type === "development" || (tenure !== "Leasehold" && tenure !== "Share Of Freehold")) {
    return [];
  }
  const { lease_years: years, lease_start_year: year, managing_agent_name: agent } = lease ?? {};
  return [
    row("Lease", years ? `${years} years${year ? ` from ${year}` : ""}` : null),
    row("Ground rent", groundRentText(lease)),
    row("Service charge", chargeText(lease?.["service_charge"], lease?.["service_charge_amount"])),
    row("Managing agent", agent ?? null, { email: lease?.["managing_agent_email"] ?? null }),
  ];
}

const RISES: Partial<Record<string, string>> = {
  Yes: "It can go up",
  No: "It can’t go up",
  "Not sure": "The sellers aren’t sure whether it can go up",
};

function groundRentText(lease: LeaseAnswers | null): string | null {
  const charge = chargeText(lease?.["ground_rent"], lease?.["ground_rent_amount"]);
  const rises = RISES[lease?.["ground_rent_rises"] ?? ""];
  return charge && rises ? `${charge}. ${rises}` : charge;
}

function chargeText(answer: string | undefined, amount: string | undefined): string | null {
  if (answer === "No") return "None";
  if (answer !== "Yes") return null;
  return amount ? `${amount} a year` : "Yes, amount not known";
}

function priceRow({ purchase, asking_price_pounds, facts }: LetterMatter): LetterRow {
  const { agreed_with_invited_pounds: invited } = facts;
  if (purchase) return row("Agreed price", formatPounds(purchase.agreed_price_pounds));
  return invited === null
    ? row("Asking price", `${formatPounds(asking_price_pounds)} (no price agreed yet)`)
    : row("Agreed price", `${formatPounds(invited)} (the buyer has not signed up yet)`);
}

/** Returns the day of the sale and the target dates of exchange and completion. */
export function datesPart(matters: readonly LetterMatter[]): LetterPart {
  const today = londonDay(new Date());
  const isPast = (day: string | null | undefined) => Boolean(day && day <= today);
  const rows = rowsOfEach(matters, ({ purchase, facts }) => [
    row(
      "Sale agreed",
      purchase || facts.agreed_with_invited_pounds !== null
        ? dayText(purchase?.sale_agreed)
        : "No sale agreed yet",
    ),
    row(
      isPast(purchase?.exchanged) ? "Exchanged" : "Target exchange",
      dayText(purchase?.exchanged),
    ),
    row(
      isPast(purchase?.completed)
        ? "Completed"
        : isPast(purchase?.exchanged)
          ? "Completion"
          : "Target completion",
      dayText(purchase?.completed),
    ),
  ]);
  return { title: "Dates", rows };
}

const dayText = (day: string | null | undefined) => (day ? dayInWords(day) : NOT_KNOWN);
