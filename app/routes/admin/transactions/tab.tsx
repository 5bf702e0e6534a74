import type { ReactNode } from "react";
import { Notification } from "#app/ui/notification.tsx";
import { WithDialog } from "../kit/with-dialog.tsx";

/** What a tab shows, with the dialogs over it; or why it cannot be read. A missing matter is said by the page around it. */
export function Tab<Shown>({
  page: { shown, problem },
  children,
}: {
  /** What the loader answered (openTab). */
  page: { shown: Shown | null; problem: string | null };
  children: (shown: Shown) => ReactNode;
}) {
  if (problem) return <Notification kind="error" title={problem} />;
  return shown === null ? null : <WithDialog>{children(shown)}</WithDialog>;
}
