import type { FirmAnswer } from "#app/domain/firm-pages/firm-answers.server.ts";
import { DECLINE_LABELS, isDeclineReason } from "#app/domain/firm-pages/instruction-words.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { type Lawyer, lawyerGroupLabel, panelText } from "#app/domain/solicitors/parts.ts";
import type { AssignedLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { EMAIL_STATUS_LABELS } from "#app/domain/transactions/labels.ts";
import type { listLetters } from "#app/domain/assignments/letter.server.ts";
import { paths } from "#app/paths.ts";

export const FETCH_FAILED = { what: "There was an error fetching solicitors" };

/** Text that both the tab and the form show (L-031). */
export const UNPAID = "this transaction is unpaid";

export type AssignedLawyerGroupView = ReturnType<typeof assignedLawyerGroupView>;

/** Maps the solicitor of a side to what their card shows (L-033 to L-037). */
export function assignedLawyerGroupView(group: AssignedLawyerGroup, answer: FirmAnswer | null) {
  const { name, panel_solicitor, law_firm, solicitor, legal_assistants, retired } = group;
  return {
    retired,
    panel: panelText(panel_solicitor),
    facts: [
      { term: "Group", lines: [{ text: name }] },
      {
        term: "Law firm",
        lines: [
          { text: law_firm.name, to: paths.admin.lawFirm(group.law_firm_id) },
          ...(law_firm.address ? [{ text: addressLine(law_firm.address) }] : []),
          { email: law_firm.email, phone_number: law_firm.phone_number },
        ],
      },
      { term: "Solicitor", lines: solicitor ? [lawyerLine(solicitor)] : [] },
      { term: "Legal assistants", lines: legal_assistants.map(lawyerLine) },
      { term: "Instruction", lines: answerLines(answer) },
    ],
  };
}

export type CardLine = {
  text?: string;
  /** Page that the text links to. */
  to?: string;
  email?: string | null;
  phone_number?: string | null;
};

/** Returns the firm’s answer to the instruction, with its fee earner or its reason. */
function answerLines(answer: FirmAnswer | null): CardLine[] {
  if (!answer) return [{ text: "The firm hasn’t answered on its page yet" }];
  const { fee_earner, firm_reference, reason, note, answered_by, answered_at } = answer;
  const on = `${adminDate(answered_at)} by ${answered_by}`;
  const code = reason ?? undefined;
  if (answer.answer === "accepted") {
    return [
      { text: `Accepted on ${on}` },
      { text: `Fee earner: ${fee_earner ?? ""}` },
      ...(firm_reference ? [{ text: `Their reference: ${firm_reference}` }] : []),
    ];
  }
  return [
    { text: `Declined on ${on}` },
    ...(isDeclineReason(code) ? [{ text: DECLINE_LABELS[code] }] : []),
    ...(note ? [{ text: `“${note}”` }] : []),
  ];
}

function lawyerLine({ email, phone_number, ...names }: Lawyer): CardLine {
  return { text: fullName(names), email, phone_number };
}

/** Returns the seller’s preference in words (AMB-H03). */
export function preferenceText(
  preference: { lawyer_group: { name: string; law_firm: string } | null } | null,
): string {
  if (!preference) return "The seller hasn’t chosen a solicitor yet.";
  return preference.lawyer_group
    ? `The seller prefers ${lawyerGroupLabel(preference.lawyer_group)}.`
    : "The seller has no preference.";
}

type SentLetter = Awaited<ReturnType<typeof listLetters>>[number];

export type LetterView = ReturnType<typeof letterView>;

export function letterView({ id, letter, created_at, status }: SentLetter) {
  const { to, cc, heading, first_sent_at } = letter;
  return {
    id,
    heading,
    at: adminMoment(created_at),
    again: first_sent_at !== null,
    to: [to, ...cc].join(", "),
    status: letterStatus(status),
    failed: status === "failed" || status === "undelivered",
  };
}

function letterStatus(status: SentLetter["status"]): string {
  if (status === "failed") return "Could not be sent";
  return status === "sent" || status === "delivered" || status === "undelivered"
    ? EMAIL_STATUS_LABELS[status]
    : "On its way";
}

/**
 * Returns a text that says what happens to a side’s identity checks when its solicitor is replaced.
 */
export function sharedChecksText(shared: number, current: string): string {
  return `Identity checks: ${sharedText(shared, current)} New checks will be shared with the new solicitor.`;
}

function sharedText(shared: number, current: string) {
  if (shared === 0) return "none have been shared with the current solicitor.";
  return shared === 1
    ? `1 check stays shared with ${current}. Send its report to the new solicitor yourself.`
    : `${shared} checks stay shared with ${current}. Send their reports to the new solicitor yourself.`;
}
