import type { ReactNode } from "react";
import { Notification } from "#app/ui/notification.tsx";
import { ConfirmDialog, ProblemDialog } from "./confirm-dialog.tsx";

/** Asks before a record is deleted; says instead why it cannot be. */
export function DeleteDialog<Shown extends object>({
  title,
  page,
  name,
  verb = "Delete",
  refusal,
  children,
}: {
  title: string;
  /** What the loader answered (kit/dialog-pages.server.ts). */
  page: { back: string; opener: string; problem: string | null; record: Shown | null };
  name: (record: Shown) => string;
  /** What the button says that it does. */
  verb?: string;
  refusal?: string | null;
  /** What will happen, and to whom. */
  children: (record: Shown) => ReactNode;
}) {
  const { back, opener, problem, record } = page;
  if (!record) return <ProblemDialog problem={problem ?? ""} back={back} />;
  return (
    <ConfirmDialog
      title={title}
      back={back}
      openerId={opener}
      fields={{ opened: JSON.stringify(record) }}
      refusal={refusal && <Notification kind="warning" title={refusal} />}
      confirm={`${verb} ${name(record)}`}
      warning
    >
      {children(record)}
    </ConfirmDialog>
  );
}
