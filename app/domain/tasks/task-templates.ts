import type { StageName } from "#app/domain/transactions/stage-facts.ts";

type TaskTemplate = {
  /** Key of the task within a matter, as stored. */
  key: string;
  title: string;
  /** Working days from the day on which the task is added until it is due. */
  working_days: number;
};

/** Usual tasks of each stage. Staff add them to a matter with one button. */
export const TASK_TEMPLATES: Readonly<Record<StageName, readonly TaskTemplate[]>> = {
  instructed: [
    {
      key: "introduce_yourself",
      title: "Phone the sellers to introduce yourself",
      working_days: 1,
    },
    { key: "check_title", title: "Check the title number and the tenure", working_days: 1 },
    {
      key: "letter_received",
      title: "Check that the solicitor has the instruction letter",
      working_days: 2,
    },
  ],
  identity: [
    {
      key: "check_contacts",
      title: "Check each person’s email address and mobile number",
      working_days: 0,
    },
    {
      key: "remind_of_checks",
      title: "Remind the people with an open identity check",
      working_days: 3,
    },
    { key: "review_checks", title: "Review the identity check results", working_days: 5 },
  ],
  searches: [
    { key: "check_boundary", title: "Check the boundary before the searches", working_days: 1 },
    {
      key: "ask_for_search_dates",
      title: "Ask the search provider for the expected dates",
      working_days: 5,
    },
    {
      key: "review_searches",
      title: "Review the search results and the report",
      working_days: 10,
    },
  ],
  contract_pack: [
    {
      key: "ask_for_answers",
      title: "Ask the sellers to finish the property information",
      working_days: 3,
    },
    {
      key: "check_documents",
      title: "Check that the sellers have sent all requested documents",
      working_days: 5,
    },
    {
      key: "ask_for_pack",
      title: "Ask the seller’s solicitor when the contract pack will be ready",
      working_days: 5,
    },
  ],
  enquiries: [
    {
      key: "pack_received",
      title: "Check that the buyer’s solicitor has the contract pack",
      working_days: 2,
    },
    {
      key: "ask_about_mortgage",
      title: "Ask the buyers about their mortgage offer and survey",
      working_days: 5,
    },
    {
      key: "help_with_enquiries",
      title: "Ask the sellers if they need help with the enquiries",
      working_days: 7,
    },
  ],
  exchange: [
    {
      key: "agree_completion_date",
      title: "Ask both sides which completion date they want",
      working_days: 1,
    },
    {
      key: "check_deposit",
      title: "Check that the buyer’s solicitor has the deposit",
      working_days: 3,
    },
    {
      key: "buildings_insurance",
      title: "Remind the buyers to arrange buildings insurance",
      working_days: 3,
    },
    {
      key: "signed_contracts",
      title: "Check that both solicitors have signed contracts",
      working_days: 5,
    },
  ],
  completion: [
    {
      key: "agree_keys",
      title: "Agree with the estate agent how the buyers get the keys",
      working_days: 2,
    },
    { key: "read_meters", title: "Remind both sides to read the meters", working_days: 3 },
    {
      key: "completion_on_track",
      title: "Ask both solicitors if completion is on track",
      working_days: 3,
    },
  ],
};
