import type { SeedRows } from "../seed-builder.ts";
import type { Matter } from "../content/matters/matter.ts";
import { chases, tasks } from "../content/tasks.ts";
import { hashOfNoToken, id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, transactionId } from "./history.ts";

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/** Adds the tasks of a matter. Its handler does them. */
export function addTasks(book: SeedRows, matter: Matter) {
  const staff_id = userId(colleague(matter));
  for (const { title, made, due, done, template = null } of tasks[matter.home] ?? []) {
    book.rows.tasks.push({
      id: id("task", `${matter.home}: ${title}`),
      transaction_id: transactionId(matter),
      title,
      template,
      due_on: book.calendar.date(due),
      created_by: staff_id,
      created_at: book.calendar.at(made, 60),
      updated_at: book.calendar.at(done ?? made, 70),
      done_at: done === undefined ? null : book.calendar.at(done, 70),
      done_by: done === undefined ? null : staff_id,
    });
  }
  addChase(book, matter);
}

/** Adds our question to the seller’s solicitor. None of the links opens it. */
function addChase(book: SeedRows, matter: Matter) {
  const chase = chases[matter.home];
  const sale = book.rows.transactions.find((row) => row.id === transactionId(matter));
  if (!chase || !sale?.seller_lawyer_group_id) return;
  const { step, asked, answer } = chase;
  const asked_at = book.calendar.at(asked, 100);
  book.rows.chases.push({
    id: id("chase", matter.home),
    transaction_id: transactionId(matter),
    side: "seller",
    step,
    lawyer_group_id: sale.seller_lawyer_group_id,
    asked_by: userId(colleague(matter)),
    asked_at,
    follow_up_on: book.calendar.date(answer ? answer.expects - 1 : asked - 3),
    token_hash: hashOfNoToken(`chase ${matter.home}`),
    expires_at: new Date(asked_at.getTime() + thirtyDays),
    ...(answer && {
      answer: "by_day" as const,
      answer_day: book.calendar.date(answer.expects),
      answered_by: answer.by,
      answered_at: book.calendar.at(answer.day, 200),
    }),
  });
}
