import { expect, test } from "vitest";
import { documentsMeanwhile, ownTask, taskHeading } from "#app/routes/dashboard/own-task.ts";

const bill = { title: "Water bill", due: "Monday 14 December" };

const open = (left: number, due: string | null = null, is_shared = false) => ({
  is_open: true,
  is_shared,
  sections: 15,
  left,
  due,
});

test.each<[string, Parameters<typeof ownTask>[0], string | null]>([
  ["nothing is open", { documents: [] }, null],
  [
    "the questions aren’t open yet",
    { information: { ...open(15), is_open: false }, documents: [] },
    null,
  ],
  [
    "all is open",
    { information: open(15), documents: [bill, { title: "Lease", due: "Friday 18 December" }] },
    "You need to finish 15 sections about your home (as soon as you can) and send us 2 documents (Water bill, by Monday 14 December; Lease, by Friday 18 December).",
  ],
  [
    "another seller can answer too",
    { information: open(2, "by Thursday 10 December", true), documents: [] },
    "You need to finish the last 2 sections about your home (you or another seller, by Thursday 10 December).",
  ],
  [
    "one section is left",
    { information: open(1, "by Thursday 10 December"), documents: [] },
    "You need to finish the last section about your home (by Thursday 10 December).",
  ],
  [
    "seven documents are open",
    { documents: Array<typeof bill>(7).fill(bill) },
    "You need to send us 7 documents (Water bill, Water bill, Water bill, Water bill and Water bill, by Monday 14 December; 2 more on your documents page).",
  ],
  [
    "all sections are done",
    { information: open(0), documents: [bill] },
    "You need to confirm your answers about your home (as soon as you can) and send us 1 document (Water bill, by Monday 14 December).",
  ],
])("the card of a dashboard says what the reader must do when %s", (_, tasks, expected) => {
  expect(ownTask(tasks)).toBe(expected);
});

test("a task becomes a heading, with its days", () => {
  expect(taskHeading("You need to answer 2 sections (by Friday 4 December).")).toBe(
    "Answer 2 sections (by Friday 4 December)",
  );
});

test.each([
  [[], null],
  [[bill], "You can send us 1 document now. Your next buyer’s solicitor will need it."],
  [[bill, bill], "You can send us 2 documents now. Your next buyer’s solicitor will need them."],
])("a seller whose sale fell through reads about the documents %j: %s", (documents, expected) => {
  expect(documentsMeanwhile(documents)).toBe(expected);
});
