import { expect, test } from "vitest";
import { ownTask } from "#app/routes/dashboard/own-task.ts";

const open = (left: number) => ({ is_open: true, sections: 15, left });

test.each<[string, Parameters<typeof ownTask>[0], string | null]>([
  ["nothing is open", { documents: 0 }, null],
  [
    "the questions aren’t open yet",
    { information: { ...open(15), is_open: false }, documents: 0 },
    null,
  ],
  [
    "all is open",
    { information: open(15), documents: 5 },
    "You need to answer 15 sections about your home and send us 5 documents.",
  ],
  [
    "one section is left",
    { information: open(1), documents: 0 },
    "You need to answer the last section about your home.",
  ],
  [
    "all sections are done",
    { information: open(0), documents: 1 },
    "You need to confirm your answers about your home and send us 1 document.",
  ],
])("the card of a dashboard says what the reader must do when %s", (_, tasks, expected) => {
  expect(ownTask(tasks)).toBe(expected);
});
