import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { GoBack } from "./problem-dialog.tsx";

/** Asks before something is done that cannot be undone, or that writes to somebody: what will happen, and to whom. */
export function ConfirmDialog({
  title,
  back,
  openerId,
  fields,
  refusal,
  confirm,
  cancel = "Cancel",
  wayOut = <DialogCancel back={back}>{cancel}</DialogCancel>,
  warning,
  children,
}: {
  title: string;
  back: string;
  openerId: string;
  /** Posted with the form. */
  fields: Readonly<Record<string, string>>;
  /** Why it cannot be done at all: said instead. */
  refusal?: ReactNode;
  /** The button's words, beginning with the verb. */
  confirm: string;
  cancel?: string;
  /** A button that posts the form to go back, where the page before is one of what has been typed. */
  wayOut?: ReactNode;
  /** It takes something away for good. */
  warning?: boolean;
  children: ReactNode;
}) {
  return (
    <RouteDialog title={title} back={back} openerId={openerId}>
      <div className="stack">{refusal || children}</div>
      {refusal ? (
        <GoBack to={back} />
      ) : (
        <Form method="post" className="form">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton kind={warning ? "warning" : "primary"} after={wayOut}>
            {confirm}
          </SubmitButton>
        </Form>
      )}
    </RouteDialog>
  );
}
