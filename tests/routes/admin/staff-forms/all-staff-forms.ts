import { documentForms } from "./documents.ts";
import { estateAgentForms } from "./estate-agents.ts";
import { groupForms, invitationForms } from "./groups.ts";
import { matterForms } from "./matters.ts";
import { actionForms } from "./actions.ts";
import { taskForms } from "./tasks.ts";
import { messageForms } from "./messages.ts";
import { invoiceForms } from "./invoices.ts";
import { orderForms } from "./orders.ts";
import { resolutionForms } from "./manual-resolutions.ts";
import { inboxForms } from "./inbox.ts";
import { colleagueForms } from "./colleagues.ts";
import type { StaffForms } from "./staff-form.ts";

/**
 * All staff forms that change a record, by the module of their route. If a module has several
 * forms, the key also names the form.
 */
export const staffForms: StaffForms = {
  ...matterForms,
  ...actionForms,
  ...taskForms,
  ...orderForms,
  ...invoiceForms,
  ...documentForms,
  ...messageForms,
  ...resolutionForms,
  ...groupForms,
  ...invitationForms,
  ...estateAgentForms,
  ...colleagueForms,
  ...inboxForms,
};

/**
 * Forms that change no record and so write no audit row, by the module of their route, with the
 * reason.
 */
export const FORMS_WITHOUT_AUDIT: Readonly<Record<string, string>> = {
  "search/shortcut.ts": "sets a cookie in the user’s browser",
  "transactions/estate-agent/tab.tsx": "redirects to the confirmation page",
  "transactions/documents/upload.tsx": "needs files; transaction-tabs/overview.test.ts submits it",
  "transactions-groups/ops/tab.tsx": "redirects to the confirmation page",
  "transactions-groups/add/company.tsx": "part of a draft, which only its author sees",
  "transactions-groups/add/representative.tsx": "same reason as the previous entry",
  "transactions-groups/add/unit.tsx": "same reason as the previous entry",
  "transactions-groups/delete-draft.tsx": "same reason as the previous entry",
};
