import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type ActionKind, slugOf } from "#app/domain/actions/notified.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import type { TransactionView } from "./view.ts";

/** Says that a matter has ended or is paused, with what is still open at vendors. */
export function EndingNotice({
  id,
  ending,
  open,
  undoable,
}: {
  id: string;
  ending: NonNullable<TransactionView["ending"]>;
  /** Orders that are still open at vendors, as text; null if none are. */
  open: string | null;
  /** Actions that can still be undone. While the end or the pause is one, it can’t be resumed. */
  undoable: readonly { kind: ActionKind }[];
}) {
  const { kind, title, reason, note } = ending;
  const [taken, resume] =
    kind === "ended"
      ? (["end_matter", "resume_matter"] as const)
      : (["pause_matter", "resume_paused_matter"] as const);
  return (
    <Notification kind={kind === "ended" ? "warning" : "info"} title={title}>
      {reason ? <p>Reason: {reason}</p> : null}
      {note ? <p className="lines">{note}</p> : null}
      {open ? <p>Still open: {open}</p> : null}
      {undoable.some((action) => action.kind === taken) ? null : (
        <IfPermitted needs="handle">
          <p>
            <ButtonLink
              kind="secondary"
              size="small"
              to={paths.admin.actions.take(id, slugOf(resume))}
            >
              Resume matter
            </ButtonLink>
          </p>
        </IfPermitted>
      )}
    </Notification>
  );
}

/** Returns what is still open at vendors as text; null if nothing is. */
export function openAtVendors({
  checks,
  searches_open,
}: {
  checks: readonly { status: string }[];
  searches_open: number;
}): string | null {
  const pending = checks.filter(({ status }) => status === "pending").length;
  const parts = [
    pending > 0 && `${pluralise(pending, "identity check")} at Thirdfort`,
    searches_open > 0 && `${pluralise(searches_open, "search", "searches")} at OneSearch`,
  ].filter((text) => text !== false);
  return parts.length === 0 ? null : `${parts.join(" and ")}.`;
}
