import { FoldingCard } from "#app/ui/folding-card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { TaskList } from "./task-list.tsx";
import type { TasksView } from "./view.ts";

/** Renders what is to do on a matter; `tasks` is null if it could not be read. */
export function TasksCard({ id, tasks }: { id: string; tasks: TasksView | null }) {
  return (
    <FoldingCard title="Tasks">
      {tasks ? (
        <TaskList id={id} tasks={tasks} />
      ) : (
        <Notification kind="error" title="There was an error while fetching the tasks" />
      )}
    </FoldingCard>
  );
}
