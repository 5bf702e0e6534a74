import { Form } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";

/** Asks before something is done that cannot be undone, or that writes to a person: what will happen, and to whom. */
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
  const isModal = useModalRoute();
  return (
    <RouteDialog title={title} back={back} openerId={openerId}>
      <div className="stack">{refusal || children}</div>
      {refusal ? (
        <GoBack to={back} />
      ) : (
        <Form method="post" className="form dialog-foot" replace={isModal}>
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

/**
 * Asks before something is done with a record that the loader has read (`confirmPage` of kit/confirm-page.server.ts);
 * says instead why it cannot be done, or why there is no record.
 */
export function RecordDialog<
  Shown extends {
    /** Why it cannot be done. */
    refusal: string | null;
    /** Posted when it is confirmed. */
    fields: Readonly<Record<string, string>>;
  },
>({
  page: { back, opener, problem, record, ...page },
  title = page.title,
  confirm = title,
  children,
  ...dialog
}: {
  /** The dialog’s title, when it is not the page’s. */
  title?: string;
  page: {
    title: string;
    back: string;
    opener: string;
    problem: string | null;
    record: Shown | null;
  };
  /** The button's words, when they are not the title. */
  confirm?: string | ((record: Shown) => string);
  /** What will happen, and to whom. */
  children: (record: Shown) => ReactNode;
} & Pick<ComponentProps<typeof ConfirmDialog>, "cancel" | "warning">) {
  if (!record) return <ProblemDialog problem={problem ?? ""} back={back} />;
  const { refusal, fields } = record;
  return (
    <ConfirmDialog
      title={title}
      back={back}
      openerId={opener}
      fields={fields}
      refusal={refusal && <p>{refusal}</p>}
      confirm={typeof confirm === "function" ? confirm(record) : confirm}
      {...dialog}
    >
      {children(record)}
    </ConfirmDialog>
  );
}

/** Instead of a dialog whose record is not there, or cannot be read. */
export function ProblemDialog({ problem, back }: { problem: string; back: string }) {
  return (
    <RouteDialog title={problem} back={back}>
      <GoBack to={back} />
    </RouteDialog>
  );
}

/** All that can be done in a dialog that says why nothing else can. */
export function GoBack({ to }: { to: string }) {
  return (
    <p className="dialog-foot">
      <DialogCancel back={to}>Go back</DialogCancel>
    </p>
  );
}
