/** Rows of a letter to a solicitor about the firm’s clients. */

import { documentTitle } from "#app/domain/documents/document-kinds.ts";
import { type RepresentationReason, representedName } from "#app/domain/people/representation.ts";
import { type Address, addressLine } from "#app/domain/shared/address.ts";
import { fundingText, tickedSources } from "#app/domain/shared/funding.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import { mortgageText } from "#app/domain/transactions/labels.ts";
import type { LetterMatter } from "./instructed-matters.server.ts";
import type { LetterRow } from "./letter.ts";
import { inWords, notSure, row } from "./letter-row.ts";
import { relatedRows } from "./letter-terms.ts";

type Purchase = NonNullable<LetterMatter["purchase"]>;

type Client = Names & {
  /** Email address; null for a property's owner who has a representative. */
  email: string | null;
  phone_number: string | null;
  representation_reason?: RepresentationReason | null;
  correspondence_address: Address | null;
  capacity?: string;
};

const nameOf = ({ representation_reason = null, ...person }: Client) =>
  representedName({ ...person, representation_reason });

/** Returns the names of people as text, with the reason if an owner is represented. */
export const namesOf = (people: readonly Client[]) => people.map(nameOf).join(", ");

/** Returns each person with their capacity, address, email address and phone number. */
export const peopleRows = (people: readonly Client[]): LetterRow[] =>
  people.map((person) => {
    const { capacity, correspondence_address: address, email, phone_number: phone } = person;
    const isReachable = !person.representation_reason;
    const lines = [
      capacity,
      address ? addressLine(address) : "Address not known",
      phone || !isReachable ? null : "Phone number not known",
    ];
    return row(nameOf(person), lines.filter(Boolean).join("\n"), { email, phone });
  });

/** Returns the sellers of a matter with their capacity, a representative first. */
export function sellersOf(matter: LetterMatter): Client[] {
  const { primary_seller, additional_sellers, customer_type, company_name } = matter;
  if (customer_type !== "representative") return [primary_seller, ...additional_sellers];
  const owners = additional_sellers.map((owner) => ({
    ...owner,
    capacity: `Owner, represented by ${fullName(primary_seller)}`,
  }));
  const capacity = capacityText(company_name, additional_sellers);
  return [{ ...primary_seller, capacity }, ...owners];
}

/**
 * Returns the capacity in which a representative sells, which depends on why the owners are
 * represented. It is not known for a company or if the reasons differ.
 */
function capacityText(company_name: string | null, owners: readonly Client[]): string {
  const [reason, ...others] = new Set(owners.map((owner) => owner.representation_reason));
  if (company_name || !reason || others.length > 0) {
    return `Representative of ${company_name ?? (namesOf(owners) || "the owner")}`;
  }
  const names = new Intl.ListFormat("en-GB").format(owners.map(fullName));
  return reason === "died"
    ? `Personal representative of ${names}, who ${owners.length > 1 ? "have" : "has"} died`
    : `Attorney or deputy of ${names}, who cannot make decisions for themselves`;
}

/** Returns the buyers of a purchase, first the one who signed up. */
export function buyersOf({ primary_buyer, additional_buyers }: Purchase): Client[] {
  return [primary_buyer, ...additional_buyers];
}

/** Returns rows about how the property is sold. @param clients number of clients of the firm */
export function sellingRows(matter: LetterMatter, clients: number): LetterRow[] {
  const { company_name, company_number, company_address, customer_type } = matter;
  const isRepresented = customer_type === "representative";
  const sellers = sellersOf(matter).length;
  const owners = sellers > 1 ? `${sellers} individual owners` : "Sole individual owner";
  return [
    ...(company_name
      ? [
          row("Selling company", `${company_name}, company number ${company_number}`),
          row("Address of the company", company_address && addressLine(company_address)),
          // We never ask for it. The firm must know whether the person can sign for the company.
          row("Position in the company of the person who signs", null),
        ]
      : [
          row(
            "Selling as",
            isRepresented ? "Through a representative (attorney, executor or other)" : owners,
          ),
        ]),
    ...(isRepresented || company_name ? [authorityRow(matter)] : []),
    row("Mortgage on the property", inWords(matter.has_mortgage, { clients })),
    ...(matter.has_mortgage !== "no"
      ? [row("Existing mortgage lender", matter.seller_lender)]
      : []),
    row(
      "Onward purchase",
      inWords(matter.onward_purchase, { clients, yes: "Yes, buying another property" }),
    ),
    ...relatedRows("seller", matter, clients),
    row("Foreign currency", inWords(matter.is_using_foreign_currency, { clients })),
  ];
}

/** Returns rows about how the clients buy and pay. */
export function purchaseRows(matter: LetterMatter, purchase: Purchase): LetterRow[] {
  const clients = buyersOf(purchase).length;
  const other = tickedSources(purchase).some(({ name }) => name === "other_funding");
  return [
    row(
      "Ownership",
      purchase.ownership_type === "Joint"
        ? `Joint${clients === 1 ? " (second buyer’s details to follow)" : ""}`
        : "Sole",
    ),
    row(
      "First-time buyer",
      inWords(purchase.first_time_buyer, {
        clients,
        not_sure: `${notSure(clients)}. This affects Stamp Duty Land Tax in England. Wales has no first-time buyer relief`,
      }),
    ),
    row("Mortgage", mortgageText(purchase)),
    ...(purchase.mortgage_required_for_purchase === "no"
      ? []
      : [row("Mortgage broker", brokerText(purchase))]),
    row(
      "Source of funds",
      [fundingText(purchase), other ? purchase.other_funding_comments : null]
        .filter(Boolean)
        .join(": "),
    ),
    row("Gifts", inWords(purchase.gifts, { clients })),
    ...purchase.giftors.map((giftor) =>
      row(
        `Gift from ${fullName(giftor)}`,
        `${giftor.amount_pounds ? formatPounds(giftor.amount_pounds) : "Amount not known yet"}. ${
          giftor.relationship === "Other" ? "Not a family member" : giftor.relationship
        }`,
        { email: giftor.email, phone: giftor.phone_number },
      ),
    ),
    row(
      "Dependent sale",
      inWords(purchase.purchase_dependent_on_sale, {
        clients,
        yes: "Yes, there is a property to sell first",
      }),
    ),
    ...relatedRows("buyer", matter, clients),
    row("Foreign currency", inWords(purchase.is_using_foreign_currency, { clients })),
  ];
}

/** A buyer who asked us for an adviser has no broker yet. Null if we don’t know of one. */
function brokerText({ mortgage_broker, requires_mortgage_referral }: Purchase): string | null {
  if (mortgage_broker !== null) return mortgage_broker;
  return requires_mortgage_referral === "yes"
    ? "None yet. The buyer asked us to put them in touch with a mortgage adviser"
    : null;
}

/** States of a request for a document that shows who can sell. */
const AUTHORITY_STATES: Partial<Record<string, string>> = {
  requested: "requested from your client, not received yet",
  received: "received, and we have not checked it yet",
  accepted: "received and checked",
  sent_back: "sent back to your client, who will send it again",
};

/** Returns the documents that show the authority of a representative or a company to sell. */
function authorityRow({ customer_type, facts }: LetterMatter): LetterRow {
  const documents = facts.authority.flatMap(({ kind, status }) => {
    const state = AUTHORITY_STATES[status];
    return state ? [`${documentTitle({ kind, title: null })}: ${state}`] : [];
  });
  return row(
    customer_type === "representative" ? "Authority of the representative" : "Authority to sell",
    documents.length > 0 ? documents.join("\n") : null,
  );
}
