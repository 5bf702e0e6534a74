import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { NOT_SURE_YET } from "#app/domain/shared/lenders.ts";
import { fullName, type Names } from "#app/domain/shared/names.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Reply } from "./instruction-state.server.ts";
import type { InstructedGroup, LetterMatter } from "./instructed-matters.server.ts";
import {
  buyersOf,
  namesOf,
  peopleRows,
  purchaseRows,
  sellersOf,
  sellingRows,
} from "./letter-clients.ts";
import { datesPart, propertyPart } from "./letter-property.ts";
import { agentFeeText } from "./agent-fee.ts";
import { NOT_KNOWN, row, rowsOfEach, yourClients } from "./letter-row.ts";
import { termsPart } from "./letter-terms.ts";
import { checksPart, searchesPart } from "./letter-work.ts";
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

type Purchase = NonNullable<LetterMatter["purchase"]>;
type WithSolicitor = InstructedGroup & { solicitor: Lawyer };

/** Returns true if the lawyer group has a solicitor to email. */
export function hasSolicitor(group: InstructedGroup): group is WithSolicitor {
  return group.solicitor !== null;
}

type About = Reply & {
  side: Side;
  matters: readonly LetterMatter[];
  group: WithSolicitor;
  is_activation: boolean;
  /** Part about the seller’s side, for a buyer’s solicitor; otherwise null. */
  ready: LetterPart | null;
  comment: string | null;
};

/** Returns the letter as it would be sent now, without the changes since an earlier one. */
export function buildLetter(about: About): SolicitorLetter {
  const { side, matters, group, ready, comment } = about;
  const { solicitor, legal_assistants } = group;
  const home = nameHomes(matters);
  const references = matters.map(({ number }) => formatMatterNumber(number));
  const purchase = side === "buyer" ? (matters[0]?.purchase ?? null) : null;
  const clients = purchase ? buyersOf(purchase) : uniquePeople(matters.flatMap(sellersOf));
  const parts = [
    propertyPart(matters),
    ...(ready ? [ready] : []),
    {
      title: clients.length > 1 ? "Your clients" : "Your client",
      rows: rowsOfEach(matters, (matter) =>
        purchase
          ? [...peopleRows(clients), ...purchaseRows(matter, purchase)]
          : [...peopleRows(sellersOf(matter)), ...sellingRows(matter, clients.length)],
      ),
    },
    { title: "The other side", rows: rowsOfEach(matters, (matter) => otherSide(side, matter)) },
    {
      title: "Estate agent",
      rows: agentRows(
        side,
        matters,
        side === "seller" ? `your ${yourClients(clients.length)}` : "the seller’s solicitor",
      ),
    },
    checksPart(matters, group.thirdfort_recipient_emails),
    searchesPart(matters),
    datesPart(matters),
    termsPart(side, matters, group.legal_fee_pounds),
  ].filter((part) => part !== null);
  return {
    to: solicitor.email,
    cc: ccAddresses(legal_assistants, solicitor.email),
    ...heading(about, { home, clients: clients.length }),
    references,
    first_name: solicitor.first_name,
    missing: [
      ...matters.flatMap((matter) =>
        listMissing(side, matter).map((what) =>
          matters.length > 1 ? `${addressLine(matter.address)}: ${what}` : what,
        ),
      ),
      ...listUnknown(parts),
    ],
    parts,
    comment,
    first_sent_at: null,
    changes: [],
  };
}

/** Facts that have their own sentence in the list of missing details. */
const OWN_SENTENCE: readonly string[] = ["Tenure", "Title number"];

/** Returns one sentence that names the facts which the parts show as not known. */
function listUnknown(parts: readonly LetterPart[]): string[] {
  const names = parts.flatMap(({ rows }) =>
    rows.flatMap(({ what, text }) =>
      text === NOT_KNOWN && !OWN_SENTENCE.includes(what) ? [what] : [],
    ),
  );
  const unknown = [...new Set(names)].map((name) => name.charAt(0).toLowerCase() + name.slice(1));
  if (unknown.length === 0) return [];
  return [`Not known: ${new Intl.ListFormat("en-GB").format(unknown)}.`];
}

function heading(about: About, names: { home: string; clients: number }) {
  const { side, is_activation, is_repeat, has_accepted } = about;
  const { home } = names;
  const noun = side === "seller" ? "sale" : "purchase";
  const clients = names.clients > 1 ? `${side}s` : side;
  if (is_activation) {
    return {
      subject: `Buyer confirmed: ${noun} of ${home}`,
      heading: `Buyer confirmed: ${noun} of ${home}`,
      intro: has_accepted
        ? `You act for the ${clients}, and the purchase is now confirmed. The details we have so far are below. Please:`
        : "The purchase is now confirmed. The details we have so far are below. Please:",
      asks: [
        ...(has_accepted
          ? ["tell us straight away if you cannot act; otherwise, you do not need to reply;"]
          : acceptAsk(about)),
        `send your client care letter and terms of engagement to the ${clients}, if you have not already;`,
        RAISE_ENQUIRIES,
      ],
    };
  }
  const reached = stageText(about.matters, noun);
  const asks = [
    ...acceptAsk(about),
    ...(reached === null ? workAsks(about, clients) : has_accepted ? [] : [careAsk(clients)]),
  ].map((ask, index, all) => (index === all.length - 1 ? ask.replace(/;$/, ".") : ask));
  const below = `The details we have so far are below.${asks.length > 0 ? " Please:" : ""}`;
  return {
    subject: `${is_repeat ? "Updated" : "New"} instruction: ${noun} of ${home}`,
    heading: `Instruction to act for the ${clients} of ${home}`,
    intro: reached === null ? below : `${reached} ${below}`,
    asks,
  };
}

/** Returns a sentence about matters that have all been exchanged or completed, otherwise null. */
function stageText(matters: readonly LetterMatter[], noun: "sale" | "purchase"): string | null {
  const today = londonDay(new Date());
  const have = (date: "exchanged" | "completed") =>
    matters.every(({ purchase }) => {
      const day = purchase?.[date];
      return day != null && day <= today;
    });
  if (have("completed")) {
    return matters.length > 1 ? `These ${noun}s have completed.` : `The ${noun} has completed.`;
  }
  return have("exchanged") ? "Contracts have been exchanged." : null;
}

const careAsk = (clients: string) =>
  `send your client care letter and terms of engagement to the ${clients};`;

function workAsks({ side, matters }: About, clients: string): string[] {
  if (side === "buyer") return [careAsk(clients), RAISE_ENQUIRIES];
  const without_buyer = matters.every(({ purchase }) => purchase)
    ? ""
    : ", even if there is no buyer yet";
  return [
    `send your client care letter, your terms of engagement and the TA forms to the ${clients};`,
    `prepare the contract pack once the ID checks and searches are done${without_buyer}, and tell us when it is ready.`,
  ];
}

function acceptAsk({ has_accepted, answer_by }: Reply): string[] {
  if (has_accepted) return [];
  const by = answer_by === null ? "" : ` by ${answer_by}`;
  return [`accept or decline on your private page${by}, or reply to say whether you can act;`];
}

const RAISE_ENQUIRIES =
  "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.";

function listMissing(side: Side, matter: LetterMatter): string[] {
  const { purchase, groups } = matter;
  const clients = side === "buyer" && purchase ? buyersOf(purchase) : sellersOf(matter);
  const other = side === "seller" ? "buyer" : "seller";
  const gaps = [
    purchase ? null : noBuyerText(matter),
    groups[other]?.solicitor || (other === "buyer" && !purchase)
      ? null
      : groups[other]
        ? `We do not have the name of the ${other}’s solicitor yet.`
        : `The ${other} has no solicitor yet.`,
    matter.title_number ? null : "We do not have the title number yet.",
    matter.tenure === "Other" && !matter.tenure_details ? "We do not know the tenure yet." : null,
    ...clients.flatMap((person) => [
      person.phone_number || person.representation_reason
        ? null
        : `We do not have a phone number for ${fullName(person)}.`,
      person.correspondence_address || person.representation_reason
        ? null
        : `We do not have an address for ${fullName(person)}.`,
    ]),
    ...(side === "buyer" && purchase ? missingOfPurchase(purchase) : []),
  ];
  return gaps.filter((text) => text !== null);
}

function noBuyerText({ facts: { agreed_with_invited_pounds: invited } }: LetterMatter): string {
  return invited === null ? "There is no buyer yet." : "The buyer has not signed up yet.";
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

/**
 * Returns rows about the other side: the names of its people, without contact details, and its
 * solicitor with contact details.
 */
function otherSide(side: Side, matter: LetterMatter): LetterRow[] {
  const { purchase, groups } = matter;
  const other = side === "seller" ? "buyer" : "seller";
  const people = other === "seller" ? sellersOf(matter) : purchase ? buyersOf(purchase) : [];
  const label = other === "seller" ? "Seller" : "Buyer";
  const company = other === "seller" ? matter.company_name : null;
  return [
    ...(company ? [row(label, company)] : []),
    row(
      company ? "Represented by" : people.length > 1 ? `${label}s` : label,
      namesOf(people) || "No buyer yet",
    ),
    ...solicitorRows(groups[other]),
  ];
}

function solicitorRows(group: InstructedGroup | null): LetterRow[] {
  if (!group) return [row("Their solicitor", "Not instructed yet")];
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
const WITHOUT_AGENT: Record<LetterMatter["estate_agent_status"], string> = {
  not_listed: "Not on our list",
  no_agent: "No estate agent",
  pending: NOT_KNOWN,
  assigned: NOT_KNOWN,
};

/**
 * @param ask the people to ask about an agent that we do not list, worded for the reader: "your
 * client"
 */
function agentRows(side: Side, matters: readonly LetterMatter[], ask: string): LetterRow[] {
  return rowsOfEach(matters, ({ estate_agent, estate_agent_status, facts: { agent_fee } }) => {
    const fee =
      side === "seller" && estate_agent_status !== "no_agent"
        ? [row("Agent’s fee", agent_fee && agentFeeText(agent_fee))]
        : [];
    if (!estate_agent) {
      const text = WITHOUT_AGENT[estate_agent_status];
      return [
        row("Office", estate_agent_status === "not_listed" ? `${text}. Please ask ${ask}` : text),
        ...fee,
      ];
    }
    const { first_name, last_name, email, phone_number, office_phone_number } = estate_agent;
    const valuer = first_name ? `${fullName({ first_name, last_name })}, ` : "";
    const phone = office_phone_number ?? phone_number;
    return [row("Office", `${valuer}${agentLabel(estate_agent)}`, { email, phone }), ...fee];
  });
}
