import type { ComponentProps, ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ProblemDialog } from "./problem-dialog.tsx";

/**
 * Asks before something is done with a record that the loader has read (`openDialog` of kit/dialog-pages.server.ts); says
 * instead why it cannot be done, or why there is no record.
 */
export function RecordDialog<
  Shown extends {
    /** Why it cannot be done. */
    refusal: string | null;
    /** Posted when it is confirmed. */
    fields: Readonly<Record<string, string>>;
  },
>({
  page: { title, back, opener, problem, record },
  confirm = title,
  children,
  ...dialog
}: {
  page: {
    title: string;
    back: string;
    opener: string;
    problem: string | null;
    record: Shown | null;
  };
  /** The button's words, when the title is not what is done. */
  confirm?: string;
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
      confirm={confirm}
      {...dialog}
    >
      {children(record)}
    </ConfirmDialog>
  );
}
