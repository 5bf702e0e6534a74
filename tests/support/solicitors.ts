import { createLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { createLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { LawFirm, Lawyer, LawyerGroup } from "#app/domain/solicitors/parts.ts";
import type { SolicitorsChoice } from "#app/domain/assignments/solicitors-choice.server.ts";
import type { Db } from "#db/connection.ts";

const actor = { id: "0".repeat(24), request_id: "" };

export const lawyer = (first_name: string): Lawyer => ({
  first_name,
  last_name: "Ashby",
  email: `${first_name.toLowerCase()}@ashby.example`,
  phone_number: "+441904555020",
});

export const firmAddress = {
  organisation_name: "Ashby LLP",
  line_1: "1 Stonegate",
  line_2: null,
  line_3: null,
  post_town: "York",
  postcode: "YO1 8AS",
  country: "United Kingdom",
};

export const insertLawFirm = (db: Db, change: Partial<LawFirm> = {}) =>
  createLawFirm(
    db,
    {
      name: "Ashby & Co",
      email: "post@ashby.example",
      phone_number: "+441904555021",
      address: firmAddress,
      ...change,
    },
    { actor },
  );

/** Settings of a lawyer group that accepts any home. */
export const ANY_HOME = {
  for_freehold: false,
  for_leasehold: false,
  for_new_build: false,
  legal_fee_pounds: null,
  usual_working_days: null,
};

export async function insertLawyerGroup(db: Db, change: Partial<LawyerGroup> = {}) {
  const group: LawyerGroup = {
    name: "Ashby York",
    law_firm_id: change.law_firm_id ?? (await insertLawFirm(db)),
    solicitor: lawyer("Sol"),
    legal_assistants: [],
    invoicing_address: null,
    thirdfort_recipient_emails: ["checks@ashby.example"],
    panel_solicitor: true,
    ...ANY_HOME,
    ...change,
  };
  return createLawyerGroup(db, group, { actor });
}

export async function solicitorsChoice(db: Db, change: Partial<SolicitorsChoice> = {}) {
  return {
    seller_lawyer_group_id: change.seller_lawyer_group_id ?? (await insertLawyerGroup(db)),
    seller_introduction: true,
    seller_solicitor_instruction: true,
    plot_plan_request: true,
    seller_comments: null,
    buyer_lawyer_group_id: change.buyer_lawyer_group_id ?? (await insertLawyerGroup(db)),
    buyer_introduction: true,
    buyer_additional_info: true,
    buyer_solicitor_instruction: true,
    buyer_comments: null,
    ...change,
  } satisfies SolicitorsChoice;
}
