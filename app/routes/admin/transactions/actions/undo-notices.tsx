import { Form } from "@remix-run/react";
import type { listUndoable } from "#app/domain/actions/undo-action.server.ts";
import { adminTime } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";

type Undoable = ReturnType<typeof undoableView>;

/** Maps actions that can still be undone to what their notices show. */
export function undoableView(actions: Awaited<ReturnType<typeof listUndoable>>) {
  return actions.map(({ id, kind, change, emails, sends_at, done_by }) => ({
    ...{ id, kind },
    change,
    emails: emails === 0 ? null : pluralise(emails, "email"),
    until: adminTime(sends_at),
    by: done_by,
  }));
}

/** Shows each action that can still be undone, with its button. */
export function UndoNotices({ id, actions }: { id: string; actions: Undoable }) {
  return actions.map((action) => (
    <Notification key={action.id} kind="warning" title={action.change}>
      <p>
        {action.by ? `${action.by} changed this. ` : null}
        {action.emails
          ? `${action.emails} will be sent at ${action.until}.`
          : `No emails will be sent. You can undo this until ${action.until}.`}
      </p>
      <IfPermitted needs="handle">
        <Form method="post" action={paths.admin.actions.undo(id, action.id)} preventScrollReset>
          <SubmitButton kind="secondary" size="small">
            Undo<span className="vh"> {action.change}</span>
          </SubmitButton>
        </Form>
      </IfPermitted>
    </Notification>
  ));
}
