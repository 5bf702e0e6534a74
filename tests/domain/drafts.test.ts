import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { someone } from "#tests/support/purchases.ts";

const { db } = useTestDatabase();

test("of many changes at once, each is made to what the one before has written", async () => {
  const { id } = await someone(db);
  const add = (name: string) =>
    changeDraft(db, id, "list", async (stored) => {
      await pause(5);
      return [...(Array.isArray(stored) ? stored : []), name];
    });
  await Promise.all(["a", "b", "c", "d", "e"].map(add));
  const names = await readDraft(db, id, "list");
  expect(Array.isArray(names) ? names.toSorted() : names).toEqual(["a", "b", "c", "d", "e"]);
});

test("a change that fails leaves nothing behind, not even an empty draft", async () => {
  const { id } = await someone(db);
  const failing = changeDraft(db, id, "list", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  const drafts = db.selectFrom("drafts").select("form").where("user_id", "=", id);
  expect(await drafts.execute()).toEqual([]);
});
