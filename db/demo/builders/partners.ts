import { addAddress } from "../addresses.ts";
import type { SeedRows } from "../seed-builder.ts";
import { officeDay } from "../calendar.ts";
import { brands, type Office, type OfficeName, offices } from "../content/agents.ts";
import { companies, type ReferralCode, referralCodes } from "../content/companies.ts";
import { type LawFirm, lawFirms, type LawyerGroup, lawyerGroups } from "../content/lawyers.ts";
import { matters } from "../content/matters/all.ts";
import { id } from "../deterministic.ts";
import { contact } from "../person.ts";

/**
 * Number of working days since partners were added. That was before the oldest matter was opened.
 */
const before = 200;

export function addPartners(book: SeedRows) {
  for (const brand_name of Object.keys(brands)) {
    const created_at = book.calendar.at(before, 5);
    book.rows.brands.push({ id: id("brand", brand_name), brand_name, created_at });
  }
  for (const [name, office] of Object.entries<Office>(offices)) addOffice(book, name, office);
  for (const [name, firm] of Object.entries<LawFirm>(lawFirms)) addLawFirm(book, name, firm);
  for (const [name, group] of Object.entries<LawyerGroup>(lawyerGroups))
    addLawyerGroup(book, name, group);
  addCompanies(book);
  addReferralCodes(book);
}

export function emailDomain(office: Office): string {
  return office.brand ? brands[office.brand] : (office.domain ?? "offices.example");
}

export function officeNamed(name: OfficeName): Office {
  return offices[name];
}

/**
 * Returns true if `agent` is the name of an office, and false if it is the reason why the seller
 * has no office.
 */
export function isOffice(agent: string | undefined): agent is OfficeName {
  return agent !== undefined && Object.hasOwn(offices, agent);
}

function addOffice(book: SeedRows, name: string, office: Office) {
  const estate_agent_id = id("estate agent", name);
  const domain = emailDomain(office);
  const created_at = book.calendar.at(before, 10);
  const requests = office.requests ?? [];
  const receives = office.receives ?? [];
  book.rows.estate_agents.push({
    id: estate_agent_id,
    brand_id: office.brand ? id("brand", office.brand) : null,
    office_name: office.unnamed ? null : name,
    office_phone_number: office.phone,
    office_address_id: addAddress(book, { owner: name, text: office.address, created_at }),
    requests_seller_thirdfort_checks: requests.includes("seller"),
    requests_buyer_thirdfort_checks: requests.includes("buyer"),
    receives_seller_thirdfort_checks: receives.includes("seller"),
    receives_buyer_thirdfort_checks: receives.includes("buyer"),
    thirdfort_requester_emails: requesterEmails(office),
    created_at,
    updated_at: created_at,
  });
  office.valuers.forEach((valuer, index) => {
    const { email, ...columns } = contact(valuer, domain);
    book.rows.valuers.push({
      id: id("valuer", valuer),
      estate_agent_id,
      ...columns,
      email: office.withoutEmail?.includes(valuer) ? null : email,
      primary_valuer: index === 0,
      is_subscribed: office.subscribed?.includes(valuer) ?? false,
      created_at,
    });
  });
  for (const negotiator of office.negotiators ?? []) {
    book.rows.negotiators.push({
      id: id("negotiator", negotiator),
      estate_agent_id,
      ...contact(negotiator, domain),
      created_at,
    });
  }
  if (office.coordinator) {
    const is_subscribed = (office.subscribed?.length ?? 0) > 0;
    book.rows.office_coordinators.push({
      estate_agent_id,
      ...contact(office.coordinator, domain),
      is_subscribed,
    });
  }
}

export function requesterEmails(office: Office): string[] {
  return office.requests ? [`compliance@${emailDomain(office)}`] : [];
}

function addLawFirm(book: SeedRows, name: string, firm: LawFirm) {
  const created_at = book.calendar.at(before, 20);
  book.rows.law_firms.push({
    id: id("law firm", name),
    name,
    email: firm.email ?? null,
    phone_number: firm.phone,
    address_id: addAddress(book, {
      owner: name,
      text: firm.address,
      created_at,
      organisation_name: name,
    }),
    created_at,
  });
}

function addLawyerGroup(book: SeedRows, name: string, group: LawyerGroup) {
  const lawyer_group_id = id("lawyer group", name);
  const { domain, address } = lawFirms[group.firm];
  book.rows.lawyer_groups.push({
    id: lawyer_group_id,
    law_firm_id: id("law firm", group.firm),
    name,
    invoicing_address: `${group.firm}, ${address}`,
    thirdfort_recipient_emails: [`checks@${domain}`],
    panel_solicitor: !group.nonPanel,
    for_freehold: group.homes?.includes("freehold") ?? false,
    for_leasehold: group.homes?.includes("leasehold") ?? false,
    for_new_build: group.homes?.includes("new_build") ?? false,
    legal_fee_pounds: group.fee ?? null,
    usual_working_days: group.days ?? null,
    created_at: book.calendar.at(before, 30),
  });
  [group.solicitor, ...(group.assistants ?? [])].forEach((member, position) => {
    book.rows.lawyer_group_members.push({
      id: id("lawyer", member),
      lawyer_group_id,
      kind: position === 0 ? "solicitor" : "legal_assistant",
      ...contact(member, domain),
      position,
    });
  });
}

function addCompanies(book: SeedRows) {
  const created_at = book.calendar.at(before, 40);
  for (const [name, { number, address }] of Object.entries(companies)) {
    book.rows.companies.push({
      id: id("company", name),
      name,
      company_number: number,
      address_id: addAddress(book, {
        owner: name,
        text: address,
        created_at,
        organisation_name: name,
      }),
      created_at,
    });
  }
}

function addReferralCodes(book: SeedRows) {
  for (const [code, details] of Object.entries<ReferralCode>(referralCodes)) {
    const uses = matters.filter(({ payment }) => payment && "by" in payment && payment.by === code);
    book.rows.referral_codes.push({
      code,
      label: details.label,
      active: !details.ended,
      expires_at: details.expired ? book.calendar.at(details.expired, officeDay - 1) : null,
      max_uses: details.maxUses ?? null,
      used_count: uses.length,
      estate_agent_id: details.office ? id("estate agent", details.office) : null,
      created_at: book.calendar.at(before, 50),
    });
  }
}
