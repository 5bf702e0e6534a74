import { answerText } from "#app/domain/chases/chase-words.ts";
import type { readChases } from "#app/domain/chases/chases.server.ts";
import type { listRequestedDocuments } from "#app/domain/tasks/stage-tasks.server.ts";
import type { ListedTask, listTasks } from "#app/domain/tasks/tasks.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";

export type TasksView = ReturnType<typeof tasksView>;

/** Maps the tasks of a matter, and what follows from its stage, to what the list shows. */
export function tasksView(
  {
    tasks,
    requests,
    chases,
    step,
  }: {
    tasks: Awaited<ReturnType<typeof listTasks>>;
    requests: Awaited<ReturnType<typeof listRequestedDocuments>>;
    chases: Awaited<ReturnType<typeof readChases>>["chases"];
    /** The next step of the matter in words; null if it has none. */
    step: string | null;
  },
  now: Date,
) {
  const today = londonDay(now);
  const row = ({ id, title, due_on, done_at, assignee, ...task }: ListedTask) => ({
    ...{ id, title, assignee },
    due: adminDate(due_on),
    is_late: done_at === null && due_on < today,
    done: done_at && adminDate(done_at),
    record: task.chase_answer === "done" ? task.chase_step : null,
  });
  return {
    step,
    open: tasks.open.map(row),
    done: tasks.done.map(row),
    requests: requests.map(({ id, title, from, due_on }) => ({
      ...{ id, title, from },
      due: adminDate(due_on),
      is_late: due_on < today,
    })),
    chases: chases.map((chase) => ({
      id: chase.id,
      asked: `Asked ${chase.firm_name} on ${adminDate(chase.asked_at)}`,
      answer: answerText(chase, today),
      note: chase.answer_note,
      by: chase.answered_by,
      follow_up:
        chase.answer === "done" || chase.answer === "not_ours"
          ? null
          : adminDate(chase.follow_up_on),
    })),
  };
}

export type TaskView = TasksView["open"][number];
