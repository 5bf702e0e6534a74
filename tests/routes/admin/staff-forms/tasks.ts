import type { Db } from "#db/connection.ts";
import { exchangedMatter } from "#tests/support/chased-matter.ts";
import { createMatter } from "../transaction-tabs/matter.ts";
import {
  renderButton,
  renderConfirmation,
  renderFilledForm,
  type StaffForms,
} from "./staff-form.ts";

const matter = (id: string, part: string) => `/admin/transactions/${id}/${part}`;

async function aTask(db: Db) {
  const { id } = await createMatter(db);
  const task = await db
    .insertInto("tasks")
    .values({ transaction_id: id, title: "Phone the sellers", due_on: "2026-06-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, task_id: task.id };
}

export const taskForms: StaffForms = {
  "transactions/tasks/add.tsx": {
    writes: [["task_added", "transaction", []]],
    raceOutcome: "each",
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      return renderFilledForm(ada, matter(id, "tasks/add"), "task", () => ({
        title: `Phone the council ${crypto.randomUUID()}`,
      }));
    },
  },
  "transactions/tasks/edit.tsx": {
    writes: [["task_updated", "transaction", ["title"]]],
    async arrange({ db, ada }) {
      const { id, task_id } = await aTask(db);
      return renderFilledForm(ada, matter(id, `tasks/${task_id}`), "task", (racer) => ({
        title: `Phone the sellers ${racer}`,
      }));
    },
  },
  "transactions/tasks/delete.tsx": {
    writes: [["task_deleted", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db, ada }) {
      const { id, task_id } = await aTask(db);
      return renderConfirmation(ada, matter(id, `tasks/${task_id}/delete`));
    },
  },
  "transactions/tasks/mark.ts": {
    writes: [["task_done", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db }) {
      const { id, task_id } = await aTask(db);
      return renderButton(matter(id, `tasks/${task_id}/mark`), { intent: "done" });
    },
  },
  "transactions/tasks/mark.ts reopens": {
    writes: [["task_reopened", "transaction", []]],
    raceOutcome: "either",
    async arrange({ db }) {
      const { id, task_id } = await aTask(db);
      await db
        .updateTable("tasks")
        .set({ done_at: new Date() })
        .where("id", "=", task_id)
        .execute();
      return renderButton(matter(id, `tasks/${task_id}/mark`), { intent: "undo" });
    },
  },
  "transactions/tasks/add-stage.tsx": {
    writes: [["stage_tasks_added", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await createMatter(db);
      return renderConfirmation(ada, matter(id, "tasks/add-stage"));
    },
  },
  "transactions/chases/chase.tsx": {
    writes: [["firm_chased", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await exchangedMatter(db);
      return renderConfirmation(ada, matter(id, "chase/seller_solicitor"));
    },
  },
};
