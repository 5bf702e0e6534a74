import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { textOrDash } from "../kit/cells.tsx";
import { DialogLink } from "../kit/dialog-link.tsx";
import { cancelLinkId, type InvitationRow, resendLinkId } from "./view.ts";

const TONES = {
  pending: "wait",
  sent: "plain",
  clicked: "plain",
  expired: "act",
  cancelled: "stop",
  completed: "done",
} as const satisfies Record<InvitationRow["status"], string>;

/** The columns of the lists, in the specification's order. */
export const columns: readonly Column<InvitationRow>[] = [
  { key: "name", title: "Full name", cell: (row) => row.name },
  { key: "email", title: "Email", width: "wide", cell: (row) => row.email },
  {
    key: "status",
    title: "Status",
    width: "wide",
    cell: ({ status, status_text, note }) => (
      // One element, or as a card the row would put the note beside the status.
      <div>
        <Badge tone={TONES[status]}>{status_text}</Badge>
        {note ? <p className="hint">{note}</p> : null}
      </div>
    ),
  },
  {
    key: "action",
    title: "Action",
    cell: Action,
  },
  {
    key: "sent",
    title: "Email sent at",
    width: "line",
    cell: (row) => textOrDash(row.email_sent_at),
  },
  {
    key: "address",
    title: "Property address",
    width: "wide",
    cell: (row) => textOrDash(row.address),
  },
  { key: "invited_by", title: "Invited by", cell: (row) => row.invited_by },
  { key: "code", title: "Referral code", cell: (row) => textOrDash(row.referral_code) },
];

function Action({ id, role, name, can_resend, can_cancel }: InvitationRow) {
  const what = `the invitation to ${name}`;
  if (can_resend) {
    const to = paths.admin.resendInvitation(role, id);
    return (
      <div>
        <DialogLink id={resendLinkId(id)} to={to} what={what}>
          Resend
        </DialogLink>
      </div>
    );
  }
  if (can_cancel) {
    const to = paths.admin.cancelInvitation(role, id);
    return (
      <div>
        <DialogLink id={cancelLinkId(id)} to={to} kind="quiet" what={what}>
          Cancel
        </DialogLink>
      </div>
    );
  }
  return textOrDash(null);
}
