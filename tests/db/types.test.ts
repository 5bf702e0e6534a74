import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeDataModel } from "#db/data-model.ts";
import { generateTypes } from "#db/type-generation.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

test("the migrations produce the committed db/types.d.ts (npm run db:types writes it)", async () => {
  expect(await generateTypes(db)).toBe(await readFile("db/types.d.ts", "utf8"));
});

test("a CHECK constraint that lists values becomes literals, and a domain becomes a named type", async () => {
  const types = await generateTypes(db);
  expect(types).toContain('export type Answer = "no" | "not_sure" | "yes";');
  expect(types).toContain("has_mortgage: Answer;");
  expect(types).toContain(`lead_warmth: "Warm lead" | "Cold lead" | "Don't know" | null;`);
  expect(types).toContain('type: Generated<"admin" | "customer">;');
  expect(types).toContain("stripe_transaction_status: string | null;");
});

test("docs/data-model.md matches the migrated database (npm run db:types writes it)", async () => {
  expect(await describeDataModel(db)).toBe(await readFile("docs/data-model.md", "utf8"));
});
