import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { type Address, addressLine } from "#app/domain/shared/address.ts";
import type { Answer } from "#app/domain/shared/answers.ts";
import { fundingText, tickedSources } from "#app/domain/shared/funding.ts";
import { NOT_SURE_YET } from "#app/domain/shared/lenders.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { type RepresentationReason, representedName } from "#app/domain/people/representation.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { mortgageText } from "#app/domain/transactions/labels.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { InstructedGroup, InstructedMatter } from "./instructed-matters.server.ts";
import {
  ccAddresses,
  type LetterPart,
  type LetterRow,
  nameHomes,
  type SolicitorLetter,
  uniquePeople,
} from "./letter.ts";

/**
 * Builds the text of a letter to a solicitor. Spells out the customers' answers, so that the
 * solicitor doesn't need to guess.
 */

type Matter = InstructedMatter & { groups: Record<Side, InstructedGroup | null> };
type Purchase = NonNullable<InstructedMatter["purchase"]>;
type WithSolicitor = InstructedGroup & { solicitor: Lawyer };

/** Returns true if the lawyer group has a solicitor to email. */
export function hasSolicitor(group: InstructedGroup): group is WithSolicitor {
  return group.solicitor !== null;
}

export function buildLetter(about: {
  side: Side;
  matters: readonly Matter[];
  group: WithSolicitor;
  is_activation: boolean;
  /** Part about the seller’s side, for a buyer’s solicitor; otherwise null. */
  ready: LetterPart | null;
  comment: string | null;
}): SolicitorLetter {
  const { side, matters, group, is_activation, ready, comment } = about;
  const { solicitor, legal_assistants } = group;
  const home = nameHomes(matters);
  const references = matters.map(({ number }) => formatMatterNumber(number));
  const purchase = side === "buyer" ? (matters[0]?.purchase ?? null) : null;
  const clients = purchase ? buyersOf(purchase) : uniquePeople(matters.flatMap(sellersOf));
  return {
    to: solicitor.email,
    cc: ccAddresses(legal_assistants, solicitor.email),
    ...heading({ side, home, is_activation, clients: clients.length }),
    references,
    first_name: solicitor.first_name,
    missing: matters.flatMap((matter) =>
      listMissing(side, matter).map((what) =>
        matters.length > 1 ? `${addressLine(matter.address)}: ${what}` : what,
      ),
    ),
    parts: [
      propertyPart(matters),
      ...(ready ? [ready] : []),
      {
        title: clients.length > 1 ? "Your clients" : "Your client",
        rows: [
          ...clients.map((person) => personRow(nameOf(person), person)),
          ...(purchase ? purchaseRows(purchase) : sellingRows(matters, clients.length)),
        ],
      },
      { title: "The other side", rows: matters.flatMap((matter) => otherSide(side, matter)) },
      {
        title: "Estate agent",
        rows: agentRows(
          matters,
          side === "seller" ? `your ${yourClients(clients.length)}` : "the seller’s solicitor",
        ),
      },
    ].map(distinctRows),
    comment,
    first_sent_at: null,
  };
}

function heading(about: { side: Side; home: string; is_activation: boolean; clients: number }) {
  const { side, home, is_activation } = about;
  const noun = side === "seller" ? "sale" : "purchase";
  const clients = about.clients > 1 ? `${side}s` : side;
  if (is_activation) {
    return {
      subject: `Buyer confirmed: ${noun} of ${home}`,
      heading: `Buyer confirmed: ${noun} of ${home}`,
      intro: `You act for the ${clients}, and the purchase is now confirmed. The details we have so far are below. Please:`,
      asks: [
        "tell us straight away if you cannot act; otherwise, you do not need to reply;",
        `send your client care letter and terms of engagement to the ${clients}, if you have not already;`,
        RAISE_ENQUIRIES,
      ],
    };
  }
  return {
    subject: `New instruction: ${noun} of ${home}`,
    heading: `Instruction to act for the ${clients} of ${home}`,
    intro: "The details we have so far are below. Please:",
    asks: [
      "reply to confirm that you can act, or tell us straight away if you cannot;",
      side === "seller"
        ? `send your client care letter, your terms of engagement and the TA forms to the ${clients};`
        : `send your client care letter and terms of engagement to the ${clients};`,
      side === "seller"
        ? "prepare the contract pack once the ID checks and searches are done, even if there is no buyer yet, and tell us when it is ready."
        : RAISE_ENQUIRIES,
    ],
  };
}

const RAISE_ENQUIRIES =
  "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.";

function listMissing(side: Side, matter: Matter): string[] {
  const { purchase, groups } = matter;
  const clients = side === "buyer" && purchase ? buyersOf(purchase) : sellersOf(matter);
  const other = side === "seller" ? "buyer" : "seller";
  const gaps = [
    purchase ? null : "There is no buyer yet.",
    groups[other]?.solicitor || (other === "buyer" && !purchase)
      ? null
      : `The ${other} has no solicitor yet.`,
    matter.title_number ? null : "We do not have the title number yet.",
    matter.tenure === "Other" && !matter.tenure_details ? "We do not know the tenure yet." : null,
    ...clients.map((person) =>
      person.phone_number || person.representation_reason
        ? null
        : `We do not have a phone number for ${fullName(person)}.`,
    ),
    ...(side === "buyer" && purchase ? missingOfPurchase(purchase) : []),
  ];
  return gaps.filter((text) => text !== null);
}

function missingOfPurchase(purchase: Purchase) {
  const { mortgage_required_for_purchase, mortgage_provider, gifts } = purchase;
  const isJoint = buyersOf(purchase).length > 1;
  const has_lender = mortgage_provider !== null && mortgage_provider !== NOT_SURE_YET;
  return [
    mortgage_required_for_purchase === "not_sure"
      ? `The ${isJoint ? "buyers are" : "buyer is"} not sure yet whether they need a mortgage.`
      : null,
    mortgage_required_for_purchase === "yes" && !has_lender
      ? `The ${isJoint ? "buyers have" : "buyer has"} not chosen a lender yet.`
      : null,
    gifts === "yes" && purchase.giftors.length === 0
      ? "We do not know yet who the giftor is."
      : null,
  ];
}

function row(
  what: string,
  text: string,
  contact: { email?: string | null; phone?: string | null } = {},
): LetterRow {
  const { email = null, phone = null } = contact;
  return { what, text, email, phone: phone && formatPhone(phone), is_new: false };
}

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

const namesOf = (people: readonly Client[]) => people.map(nameOf).join(", ");

function personRow(what: string, { email, phone_number, ...person }: Client): LetterRow {
  const { capacity = "", correspondence_address: address } = person;
  const text = [capacity, address ? addressLine(address) : ""].filter(Boolean).join("\n");
  return row(what, text, { email, phone: phone_number });
}

function sellersOf(matter: Matter): Client[] {
  const { primary_seller, additional_sellers, customer_type, company_name } = matter;
  if (customer_type !== "representative") return [primary_seller, ...additional_sellers];
  const owner = company_name ?? (namesOf(additional_sellers) || "the owner");
  const owners = additional_sellers.map((owner) => ({
    ...owner,
    capacity: `Owner, represented by ${fullName(primary_seller)}`,
  }));
  return [{ ...primary_seller, capacity: `Representative of ${owner}` }, ...owners];
}

function buyersOf({ primary_buyer, additional_buyers }: Purchase): Client[] {
  return [primary_buyer, ...additional_buyers];
}

function propertyPart(matters: readonly Matter[]): LetterPart {
  const facts = (matter: Matter) => {
    const { tenure, tenure_details, title_number } = matter;
    const known = tenure === "Other" ? tenure_details || "Not known yet" : null;
    return [
      row("Tenure", known ?? (tenure_details ? `${tenure}: ${tenure_details}` : tenure)),
      row("Title number", title_number ?? "Not known yet"),
      priceRow(matter),
      row("Our reference", formatMatterNumber(matter.number)),
      ...(matter.handler ? [row("Your contact", matter.handler)] : []),
    ];
  };
  const [only] = matters;
  if (only && matters.length === 1) {
    return {
      title: "The property",
      rows: [row("Address", addressLine(only.address)), ...facts(only)],
    };
  }
  return {
    title: "The properties",
    rows: matters.map((matter) =>
      row(
        addressLine(matter.address),
        facts(matter)
          .map(({ what, text }) => `${what}: ${text}`)
          .join("\n"),
      ),
    ),
  };
}

function priceRow({ purchase, asking_price_pounds }: Matter): LetterRow {
  return purchase
    ? row("Agreed price", formatPounds(purchase.agreed_price_pounds))
    : row("Asking price", `${formatPounds(asking_price_pounds)} (no price agreed yet)`);
}

/** Returns rows about how each property is sold. distinctRows later removes repeated rows. */
function sellingRows(matters: readonly Matter[], clients: number): LetterRow[] {
  return matters.flatMap((matter) => {
    const { company_name, company_number, customer_type } = matter;
    const sellers = sellersOf(matter).length;
    const owners = sellers > 1 ? `${sellers} individual owners` : "Sole individual owner";
    return [
      company_name
        ? row("Selling company", `${company_name}, company number ${company_number}`)
        : row(
            "Selling as",
            customer_type === "representative"
              ? "Through a representative (attorney, executor or other)"
              : owners,
          ),
      row("Mortgage on the property", inWords(matter.has_mortgage, { clients })),
      row(
        "Onward purchase",
        inWords(matter.onward_purchase, { clients, yes: "Yes, buying another property" }),
      ),
      row("Foreign currency", inWords(matter.is_using_foreign_currency, { clients })),
    ];
  });
}

function purchaseRows(purchase: Purchase): LetterRow[] {
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
    row("Foreign currency", inWords(purchase.is_using_foreign_currency, { clients })),
  ];
}

function inWords(
  answer: Answer,
  { clients, yes = "Yes", not_sure }: { clients: number; yes?: string; not_sure?: string },
) {
  return { yes, no: "No", not_sure: not_sure ?? notSure(clients) }[answer];
}

const notSure = (clients: number) => `Not sure. Please ask your ${yourClients(clients)}`;

const yourClients = (clients: number) => (clients > 1 ? "clients" : "client");

/**
 * Returns rows about the other side: the names of its people, without contact details, and its
 * solicitor with contact details.
 */
function otherSide(side: Side, matter: Matter): LetterRow[] {
  const { purchase, groups } = matter;
  const other = side === "seller" ? "buyer" : "seller";
  const people = other === "seller" ? sellersOf(matter) : purchase ? buyersOf(purchase) : [];
  const label = other === "seller" ? "Seller" : "Buyer";
  return [
    ...(other === "seller" && matter.company_name ? [row(label, matter.company_name)] : []),
    row(people.length > 1 ? `${label}s` : label, namesOf(people) || "No buyer yet"),
    ...solicitorRows(groups[other]),
  ];
}

function solicitorRows(group: InstructedGroup | null): LetterRow[] {
  if (!group) return [row("Their solicitor", "Not assigned yet")];
  const { law_firm, solicitor, legal_assistants } = group;
  const firm = [law_firm.name, law_firm.address && addressLine(law_firm.address)];
  const withFirm = (names: Names | null) =>
    [names && fullName(names), ...firm].filter(Boolean).join(", ");
  if (!solicitor) {
    const contact = { email: law_firm.email, phone: law_firm.phone_number };
    return [row("Their solicitor", withFirm(null), contact)];
  }
  return [
    row("Their solicitor", withFirm(solicitor), {
      email: solicitor.email,
      phone: solicitor.phone_number ?? law_firm.phone_number,
    }),
    ...legal_assistants.map((assistant) =>
      row("Legal assistant", fullName(assistant), {
        email: assistant.email,
        phone: assistant.phone_number,
      }),
    ),
  ];
}

/**
 * Texts for a matter without an estate agent. The labels of staff pages would mean nothing to a
 * solicitor.
 */
const WITHOUT_AGENT: Record<Matter["estate_agent_status"], string> = {
  not_listed: "Not on our list",
  no_agent: "No estate agent",
  pending: "Not known yet",
  assigned: "Not known yet",
};

/**
 * @param ask the people to ask about an agent that we do not list, worded for the reader: "your
 * client"
 */
function agentRows(matters: readonly Matter[], ask: string): LetterRow[] {
  return matters.map(({ estate_agent, estate_agent_status }) => {
    if (!estate_agent) {
      const text = WITHOUT_AGENT[estate_agent_status];
      return row(
        "Office",
        estate_agent_status === "not_listed" ? `${text}. Please ask ${ask}` : text,
      );
    }
    const { first_name, last_name, email, phone_number, office_phone_number } = estate_agent;
    const valuer = first_name ? `${fullName({ first_name, last_name })}, ` : "";
    const phone = office_phone_number ?? phone_number;
    return row("Office", `${valuer}${agentLabel(estate_agent)}`, { email, phone });
  });
}

/** Removes rows that repeat an earlier row, as when several properties have the same answer. */
function distinctRows({ title, rows }: LetterPart): LetterPart {
  const texts = rows.map((one) => JSON.stringify(one));
  return { title, rows: rows.filter((_, index) => texts.indexOf(texts[index] ?? "") === index) };
}
