import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertUniquePerson } from "#tests/support/purchases.ts";

const { db } = useTestDatabase();

test("concurrent changes to a draft are applied one after the other", async () => {
  const { id } = await insertUniquePerson(db);
  const add = (name: string) =>
    changeDraft(db, id, "list", async (stored) => {
      await pause(5);
      return [...(Array.isArray(stored) ? stored : []), name];
    });
  await Promise.all(["a", "b", "c", "d", "e"].map(add));
  const names = await readDraft(db, id, "list");
  expect(Array.isArray(names) ? names.toSorted() : names).toEqual(["a", "b", "c", "d", "e"]);
});

test("no draft is stored if a change to the draft fails", async () => {
  const { id } = await insertUniquePerson(db);
  const failing = changeDraft(db, id, "list", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  const drafts = db.selectFrom("drafts").select("form").where("user_id", "=", id);
  expect(await drafts.execute()).toEqual([]);
});
