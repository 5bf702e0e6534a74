import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pool } from "#db/connection.ts";
import { postgresState } from "#mocks/postgres-state.ts";
import { type Kind, memoryState } from "#mocks/state.ts";
import { useTestDatabase } from "#tests/support/database.ts";

useTestDatabase();

const thing: Kind<{ name: string }> = {
  vendor: "test",
  name: "thing",
  shape: z.object({ name: z.string() }),
};

describe.each([
  ["in memory", memoryState],
  ["in PostgreSQL", () => postgresState(pool)],
])("the doubles’ state, stored %s", (_where, make) => {
  test("the state saves records, lists the newest first, keeps a changed record’s position, and deletes records", async () => {
    const state = make();
    expect(await state.get(thing, "a")).toBeNull();
    await state.put(thing, "a", { name: "first" });
    await state.put(thing, "b", { name: "second" });
    await state.put(thing, "a", { name: "changed" });
    expect(await state.list(thing)).toEqual([{ name: "second" }, { name: "changed" }]);
    expect(await state.list({ ...thing, name: "other" })).toEqual([]);

    await state.delete(thing, "a");
    await state.delete(thing, "b");
    expect(await state.list(thing)).toEqual([]);
  });

  test("the state adds a record once if three are added in parallel with the same key", async () => {
    const state = make();
    const added = await Promise.all(
      [1, 2, 3].map((n) => state.add(thing, "c", { name: String(n) })),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect((await state.list(thing)).length).toBe(1);
  });
});

test("several states can create their database schema at the same time", async () => {
  await pool.query("drop schema doubles cascade");
  const states = Array.from({ length: 4 }, () => postgresState(pool));
  await Promise.all(states.map((state, n) => state.put(thing, String(n), { name: "n" })));
  expect(await states[0]!.list(thing)).toHaveLength(4);
});
