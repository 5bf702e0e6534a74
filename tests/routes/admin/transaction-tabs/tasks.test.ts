import { beforeAll, describe, expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { ask, exchangedMatter } from "#tests/support/chased-matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { signInEditors } from "../estate-agents/editors.ts";
import { confirmFields } from "../fields.ts";
import { fillIn, open, postAction, send } from "../pages.ts";
import { createMatter } from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ({ ada } = await signInEditors(db));
});

const at = (id: string, part: string) => `/admin/transactions/${id}/tasks/${part}`;

const tasksOf = (transaction_id: string) =>
  db
    .selectFrom("tasks")
    .select(["id", "title", "due_on", "assignee_id", "template", "done_at", "done_by"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("due_on")
    .orderBy("title")
    .execute();

async function addTask(id: string, title: string, typed: Record<string, string> = {}) {
  await fillIn(ada, at(id, "add"), "task", { title, ...typed });
  const task = (await tasksOf(id)).find((each) => each.title === title);
  return task?.id ?? "";
}

describe("tasks of a matter", () => {
  test("a new task is due today and is the handler’s, and the record shows it", async () => {
    const { id } = await createMatter(db);
    await addTask(id, "Phone the council");
    expect(await tasksOf(id)).toMatchObject([
      { title: "Phone the council", due_on: londonDay(new Date()), assignee_id: null },
    ]);
    const { html } = await open(`/admin/transactions/${id}`, ada);
    expect(html).toContain("Phone the council");
    expect(html).toContain("Next step");
  });

  test("a task without a title or with half a date is refused, and the typed values stay", async () => {
    const { id } = await createMatter(db);
    const refused = await fillIn(ada, at(id, "add"), "task", { title: " ", "due_on.year": "" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Enter the task");
    expect(await tasksOf(id)).toEqual([]);
  });

  test("a task can’t be given to a customer", async () => {
    const { id } = await createMatter(db);
    const customer = await signIn(db);
    await addTask(id, "Phone", { assignee_id: customer.id });
    expect(await tasksOf(id)).toEqual([]);
  });

  test("a task of another matter is answered as if there were none", async () => {
    const [one, other] = [await createMatter(db), await createMatter(db)];
    const task_id = await addTask(one.id, "Phone");
    for (const part of [task_id, `${task_id}/delete`]) {
      expect((await open(at(other.id, part), ada)).status).toBe(404);
    }
    await postAction(at(other.id, `${task_id}/mark`), ada, { intent: "done" });
    expect(await tasksOf(one.id)).toMatchObject([{ done_at: null }]);
  });

  test("a done task can be undone", async () => {
    const { id } = await createMatter(db);
    const task_id = await addTask(id, "Phone");
    await postAction(at(id, `${task_id}/mark`), ada, { intent: "done" });
    expect(await tasksOf(id)).toMatchObject([
      { done_at: expect.any(Date) as Date, done_by: ada.id },
    ]);
    await postAction(at(id, `${task_id}/mark`), ada, { intent: "undo" });
    expect(await tasksOf(id)).toMatchObject([{ done_at: null, done_by: null }]);
  });

  test("the tasks of the stage are added once, and later only those that are missing", async () => {
    const { id } = await createMatter(db);
    const add = async () => {
      const path = at(id, "add-stage");
      return send(path, ada, confirmFields((await open(path, ada)).html));
    };
    await add();
    const first = await tasksOf(id);
    expect(first.map(({ template }) => template).sort()).toEqual([
      "check_title",
      "introduce_yourself",
      "letter_received",
    ]);
    expect((await open(at(id, "add-stage"), ada)).html).toContain(
      "This matter already has all tasks of this stage.",
    );
    await db.deleteFrom("tasks").where("id", "=", first[0]!.id).execute();
    await add();
    expect(await tasksOf(id)).toHaveLength(3);
  });

  test("overdue tasks say so", async () => {
    const { id } = await createMatter(db);
    await db
      .insertInto("tasks")
      .values({
        transaction_id: id,
        title: "Phone",
        due_on: addDays(londonDay(new Date()), -1),
      })
      .execute();
    expect((await open(`/admin/transactions/${id}`, ada)).html).toContain("Overdue: ");
  });
});

describe("chasing from the record", () => {
  test("the strip has a link for each firm, and the page shows the addresses and the words of the email", async () => {
    const { id } = await exchangedMatter(db);
    const { html } = await open(`/admin/transactions/${id}`, ada);
    expect(html).toContain("Chase seller’s solicitor");
    expect(html).toContain("Chase buyer’s solicitor");
    const page = await open(`/admin/transactions/${id}/chase/seller_solicitor`, ada);
    expect(page.html).toContain("sol@seller.example");
    expect(page.html).toContain("asha@seller.example");
    expect(page.html).toContain("Update needed: completion");
  });

  test("the page says when a firm was asked, and an unknown firm gets a 404", async () => {
    const { id } = await exchangedMatter(db);
    await ask(db, { id, staff_id: ada.id });
    const page = await open(`/admin/transactions/${id}/chase/seller_solicitor`, ada);
    expect(page.html).toMatch(/We asked .* on .*You can ask again on/);
    expect(page.html).not.toContain("Send email");
    expect((await open(`/admin/transactions/${id}/chase/someone`, ada)).status).toBe(404);
  });

  test("a changed address is not emailed before staff have seen it", async () => {
    const { id } = await exchangedMatter(db);
    const path = `/admin/transactions/${id}/chase/seller_solicitor`;
    const fields = confirmFields((await open(path, ada)).html);
    await db
      .updateTable("lawyer_group_members")
      .set({ email: "new@seller.example" })
      .where("email", "=", "sol@seller.example")
      .execute();
    await postAction(path, ada, fields);
    expect(
      await db.selectFrom("chases").select("id").where("transaction_id", "=", id).execute(),
    ).toEqual([]);
  });
});
