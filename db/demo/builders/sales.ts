import { addAddress, titleNumber } from "../addresses.ts";
import type { SeedRows } from "../seed-builder.ts";
import { type LawyerGroup, lawyerGroups } from "../content/lawyers.ts";
import type { Matter } from "../content/matters/matter.ts";
import { id, pick } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { record, transactionId } from "./history.ts";
import { addOrder } from "./orders.ts";
import { emailDomain, isOffice, officeNamed } from "./partners.ts";

export function addSale(book: SeedRows, matter: Matter) {
  const created_at = record(book, matter, matter.opened, "transaction_created", {
    ...(matter.development && { byStaff: true }),
  });
  noteCustomer(book, matter.seller, created_at);
  addProperty(book, matter, created_at);
  addTransaction(book, matter, created_at);
  (matter.owners ?? []).forEach((owner, position) => {
    const representation_reason = matter.represented?.[owner];
    book.rows.parties.push({
      id: id("seller", `${matter.home}: ${owner}`),
      kind: "seller",
      transaction_id: transactionId(matter),
      position,
      ...person(owner),
      ...(representation_reason && { representation_reason, email: null, phone_number: null }),
      correspondence_address_id: addAddress(book, {
        owner: `${owner}, owner`,
        text: matter.home,
        created_at,
      }),
      created_at,
    });
  });
  recordAgent(book, matter);
  addOrder(book, matter);
}

/** Records that a customer existed just before this action, unless an earlier action is known. */
export function noteCustomer(book: SeedRows, name: string, at: Date) {
  const known = book.customerSince.get(name);
  if (!known || at < known) book.customerSince.set(name, new Date(at.getTime() - 1_000));
}

function addProperty(book: SeedRows, matter: Matter, created_at: Date) {
  book.rows.properties.push({
    id: propertyId(matter),
    address_id: addAddress(book, { owner: "property", text: matter.home, created_at }),
    tenure: matter.tenure ?? "Freehold",
    tenure_details: matter.tenureDetails ?? null,
    address_confirmed: true,
    title_number: matter.tenure === "Other" || matter.development ? null : titleNumber(matter.home),
    created_at,
    updated_at: created_at,
  });
}

export function propertyId(matter: Matter): string {
  return id("property", matter.home);
}

/** Colleagues who have matters. Only matters with solicitors have a handler. */
const HANDLERS = ["Bronwen Pugh", "Tomasin Okonjo"] as const;

function handlerOf({ home, solicitors, development }: Matter): string | null {
  if (!solicitors) return null;
  return userId(pick(`handler ${development?.group ?? home}`, HANDLERS));
}

function addTransaction(book: SeedRows, matter: Matter, created_at: Date) {
  const { development, solicitors, agent } = matter;
  const terms_accepted_at =
    matter.terms === undefined
      ? null
      : record(book, matter, matter.terms, "seller_terms_accepted", {
          ...(development && { byStaff: true }),
        });
  const assigned_at = recordSolicitors(book, matter);
  book.rows.transactions.push({
    id: transactionId(matter),
    type: development ? "development" : "resale",
    property_id: propertyId(matter),
    seller_id: userId(matter.seller),
    customer_type: matter.representative ? "representative" : "individual_owner",
    company_seller_id: development ? id("company", development.company) : null,
    group_id: development?.group ? id("group", development.group) : null,
    asking_price_pounds: matter.price,
    has_mortgage: "no",
    onward_purchase: "no",
    is_using_foreign_currency: "no",
    requires_mortgage_referral: "no",
    ...matter.answers,
    estate_agent_status: isOffice(agent) ? "assigned" : (agent ?? "pending"),
    estate_agent_id: isOffice(agent) ? id("estate agent", agent) : null,
    ...agentFee(matter),
    seller_lender: matter.sellerLender ?? null,
    ...referralFee(matter),
    terms_accepted_at,
    terms_accepted_by:
      terms_accepted_at && userId(development ? development.createdBy : matter.seller),
    terms_version: terms_accepted_at && "1.0",
    seller_lawyer_group_id: solicitors ? id("lawyer group", solicitors.seller) : null,
    buyer_lawyer_group_id: solicitors?.buyer ? id("lawyer group", solicitors.buyer) : null,
    ...preference(matter),
    seller_comments: solicitors?.comments ?? null,
    legals_started_at: solicitors ? assigned_at : null,
    contract_pack_ready_on: recordPackReady(book, matter),
    tags: matter.tags ?? [],
    handler_id: handlerOf(matter),
    created_at,
    updated_at: created_at,
  });
}

/**
 * Records the solicitors and returns the time when the seller’s was assigned, which starts the
 * legal work.
 */
function recordSolicitors(book: SeedRows, matter: Matter) {
  const { solicitors } = matter;
  if (!solicitors) return null;
  const { day, seller, buyer } = solicitors;
  const { solicitor_preference } = preference(matter);
  if (solicitor_preference) {
    const comments = solicitor_preference === "no_preference" ? "No preference" : seller;
    record(book, matter, day, "seller_solicitor_preferred", { comments });
  }
  const at = record(book, matter, day, "seller_solicitors_assigned", { comments: seller });
  if (buyer) record(book, matter, day, "buyer_solicitors_assigned", { comments: buyer });
  return at;
}

/** Records that the contract pack was ready and returns the day, or null if it is not ready. */
function recordPackReady(book: SeedRows, matter: Matter): string | null {
  if (matter.packReady === undefined) return null;
  const day = book.calendar.date(matter.packReady);
  const comments = day.split("-").reverse().join("/");
  record(book, matter, matter.packReady, "contract_pack_ready", { comments });
  return day;
}

function recordAgent(book: SeedRows, matter: Matter) {
  const { agent, agentNamedByStaff } = matter;
  if (agent === undefined) return;
  if (!isOffice(agent)) {
    record(book, matter, matter.opened, "estate_agent_status_updated", { comments: agent });
    return;
  }
  if (agentNamedByStaff === undefined) {
    record(book, matter, matter.opened, "estate_agent_assigned", { comments: agent });
    return;
  }
  record(book, matter, agentNamedByStaff, "estate_agent_assigned", {
    comments: agent,
    byStaff: true,
  });
  const office = officeNamed(agent);
  const [primary] = office.valuers;
  // The introduction can only be emailed to a valuer who has an email address.
  if (office.withoutEmail?.includes(primary)) return;
  const at = record(book, matter, agentNamedByStaff, "estate_agent_introduction_email_sent");
  const recipient = person(primary, emailDomain(office)).email;
  logEmail(book, { name: "estate_agent_introduction", recipient, at, matter });
}

/**
 * Returns the seller's preference for a solicitor. If the solicitor is not on the panel, staff
 * chose the solicitor, so the seller had no preference.
 */
function preference({ solicitors, development }: Matter) {
  if (!solicitors || development) {
    return { solicitor_preference: null, preferred_lawyer_group_id: null };
  }
  const group: LawyerGroup = lawyerGroups[solicitors.seller];
  return group.nonPanel
    ? { solicitor_preference: "no_preference" as const, preferred_lawyer_group_id: null }
    : {
        solicitor_preference: "panel_group" as const,
        preferred_lawyer_group_id: id("lawyer group", solicitors.seller),
      };
}

function referralFee({ referralFee: fee }: Matter) {
  if (fee === undefined) return {};
  return fee === "none"
    ? { referral_fee_paid: false }
    : { referral_fee_paid: true, referral_fee: fee };
}

function agentFee({ agentFee: fee }: Matter) {
  if (!fee) return {};
  return {
    agent_fee_includes_vat: false,
    ...("pence" in fee
      ? { agent_fee_pence: fee.pence }
      : { agent_fee_basis_points: fee.basisPoints }),
  };
}
