import { beforeEach, expect, test } from "vitest";
import { jobs } from "#app/jobs/jobs.server.ts";
import { insertMatter } from "#tests/support/conversations.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

let lead: Visitor;

beforeEach(async () => {
  await emptyTables(db);
  lead = await signIn(db, {
    type: "admin",
    first_name: "Ada",
    last_name: "Marsh",
    roles: ["lead"],
  });
});

test("the workload has no numbers before the first count, and then those of the job with its time", async () => {
  await insertMatter(db, lead.id);
  const before = await open("/admin/workload", lead);
  expect(before.text).toContain("We’ll count within a minute.");
  expect(before.text).toMatch(/Ada Marsh – None – None – None – None/);
  await jobs["count-workloads"]!.handle({}, { number: 1, isLast: true });
  const after = await open("/admin/workload", lead);
  expect(after.text).toMatch(/Counted at \d\d:\d\d\./);
  expect(after.text).toMatch(/Ada Marsh 1 0 0 0/);
});
