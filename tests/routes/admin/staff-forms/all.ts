import { estateAgentForms } from "./estate-agents.ts";
import { groupForms, invitationForms } from "./groups.ts";
import { matterForms } from "./matters.ts";
import { orderForms } from "./orders.ts";
import { settledForms } from "./settled.ts";
import { colleagueForms } from "./staff.ts";
import type { StaffForms } from "./staff-form.ts";

/** Every form of staff that changes a record, by its module, and by what it does where that does several things. */
export const staffForms: StaffForms = {
  ...matterForms,
  ...orderForms,
  ...settledForms,
  ...groupForms,
  ...invitationForms,
  ...estateAgentForms,
  ...colleagueForms,
};

/** The forms that change no record, by their modules, and why. */
export const WITHOUT_A_ROW: Readonly<Record<string, string>> = {
  "search/shortcut.ts": "sets a cookie of the reader's own browser",
  "transactions/estate-agent/tab.tsx": "leads to the page that asks",
  "transactions-groups/ops/tab.tsx": "the same",
  "transactions-groups/add/company.tsx": "a part of a draft, which only its maker sees",
  "transactions-groups/add/representative.tsx": "the same",
  "transactions-groups/add/unit.tsx": "the same",
  "transactions-groups/delete-draft.tsx": "the same",
};
