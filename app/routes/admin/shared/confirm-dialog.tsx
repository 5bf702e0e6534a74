import { Form } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";

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
  fields: Readonly<Record<string, string>>;
  /** Reason why the action is refused. If set, the dialog shows it instead of the form. */
  refusal?: ReactNode;
  confirm: string;
  cancel?: string;
  /**
   * Replaces the cancel link if the previous page is a form whose values must be posted back to it.
   */
  wayOut?: ReactNode;
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

export function RecordDialog<
  Shown extends {
    refusal: string | null;
    fields: Readonly<Record<string, string>>;
  },
>({
  page: { back, opener, problem, record, ...page },
  title = page.title,
  confirm = title,
  children,
  ...dialog
}: {
  title?: string;
  page: {
    title: string;
    back: string;
    opener: string;
    problem: string | null;
    record: Shown | null;
  };
  confirm?: string | ((record: Shown) => string);
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

export function ProblemDialog({ problem, back }: { problem: string; back: string }) {
  return (
    <RouteDialog title={problem} back={back}>
      <GoBack to={back} />
    </RouteDialog>
  );
}

export function GoBack({ to }: { to: string }) {
  return (
    <p className="dialog-foot">
      <DialogCancel back={to}>Go back</DialogCancel>
    </p>
  );
}
