import type { OtherMatter } from "#app/domain/people/other-matters.server.ts";
import type { EventView } from "./events/event-rows.tsx";
import type { TasksView } from "./tasks/view.ts";
import type { TransactionView } from "./view.ts";

/** Data that the layout of a matter reads for the overview. */
export type RecordContext = {
  transaction: TransactionView;
  latest: EventView[] | null;
  others: readonly OtherMatter[] | null;
  /** Null if the tasks could not be read. */
  tasks: TasksView | null;
};
