import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { listDifferences, signInEditors } from "../estate-agents/editors.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { createMatter } from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

beforeEach(async () => {
  await db
    .updateTable("admin_config")
    .set({ tags: ["Urgent", "Chain", "Probate"] })
    .execute();
});

const toPage = (id: string) => `/admin/transactions/${id}`;
const toForm = (id: string) => `${toPage(id)}/tags`;

const tagsOf = async (id: string) =>
  (
    await db
      .selectFrom("transactions")
      .select("tags")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).tags;

const tick = (version: string, ...tags: string[]) => ({
  opened: version,
  ...Object.fromEntries(tags.map((tag, index) => [`tags[${index}]`, tag])),
});

describe("the tags of a matter (J-033 AMB-J10 X-016 X-027)", () => {
  test("tags are shown at the head of the matter’s pages, and chosen from those in the settings", async () => {
    const id = await tagged("Chain", "Probate");
    const page = await open(toPage(id), ada);
    expect(listTags(page.html)).toEqual(["Chain", "Probate"]);
    expect(page.html).toContain(`href="${toForm(id)}"`);
    const form = await open(toForm(id), ada);
    expect(form.title).toMatch(/ - Edit tags - Fanlight$/);
    expect(form.html.match(/<dialog/g)).toHaveLength(1);
    const boxes = [...form.html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => [
      /value="([^"]*)"/.exec(box)![1],
      box.includes('checked=""'),
    ]);
    expect(boxes).toEqual([
      ["Urgent", false],
      ["Chain", true],
      ["Probate", true],
    ]);
  });

  test("tags can be saved and cleared, with audit rows", async () => {
    const id = await tagged();
    expect((await open(toPage(id), ada)).html).not.toContain("Tags:");
    const saved = await send(toForm(id), ada, tick(await opened(id), "Urgent", "Chain"));
    expect(saved.location).toBe(toPage(id));
    expect(await tagsOf(id)).toEqual(["Chain", "Urgent"]);
    await send(toForm(id), ada, tick(await opened(id)));
    expect(await tagsOf(id)).toEqual([]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields", "actor_id"])
      .where("subject_id", "=", id)
      .where("actor_kind", "=", "admin")
      .where("action", "!=", "transaction_viewed")
      .execute();
    const change = { action: "transaction_tags_updated", fields: ["tags"], actor_id: ada.id };
    expect(audit).toEqual([change, change]);
  });

  test("only tags in the settings, or already on the matter, can be saved", async () => {
    const id = await tagged("Retired");
    const version = await opened(id);
    for (const tag of ["Made up", "<b>", "x".repeat(10_000)]) {
      const page = await send(toForm(id), ada, tick(version, tag));
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual(["Choose tags from the list"]);
    }
    expect(await tagsOf(id)).toEqual(["Retired"]);
    await send(toForm(id), ada, tick(version, "Retired", "Urgent"));
    expect(await tagsOf(id)).toEqual(["Retired", "Urgent"]);
  });

  test("the second of two editors of the tags sees a conflict and can choose which tags to save", async () => {
    const id = await tagged("Chain");
    const version = await opened(id, tom);
    await send(toForm(id), ada, tick(version, "Chain", "Urgent"));
    const conflict = await send(toForm(id), tom, tick(version, "Probate"));
    expect(conflict.status).toBe(409);
    expect(listDifferences(conflict.html)).toEqual([
      ["Tags Was Chain You both changed it Theirs Chain, Urgent Yours Probate", null],
    ]);
    expect(await tagsOf(id)).toEqual(["Chain", "Urgent"]);
    const fields = readFields(conflict.html, "conflict");
    const saved = await send(toForm(id), tom, { ...fields, "choice.tags": "yours" });
    expect(saved.location).toBe(toPage(id));
    expect(await tagsOf(id)).toEqual(["Probate"]);
  });

  test.each(["0".repeat(24), "x", "undefined"])(
    "the tags form answers 404 for the matter %s",
    async (id) => {
      const page = await open(toForm(id), ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Transaction not found");
      expect((await send(toForm(id), ada, tick("{}", "Urgent"))).status).toBe(404);
    },
  );

  test("the tags form shows an error and keeps the ticked tags if saving fails", async () => {
    expectError(/the table is broken/);
    const id = await tagged();
    const version = await opened(id);
    const mend = await breakWrites(db, "audit_log");
    const page = await send(toForm(id), ada, tick(version, "Urgent"));
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual(["There was an error while saving the tags"]);
    expect(page.html).toMatch(/value="Urgent"[^>]*checked=""|checked=""[^>]*value="Urgent"/);
    expect(await tagsOf(id)).toEqual([]);
  });

  test("the tags form shows a message if there are no tags in the settings", async () => {
    await db.updateTable("admin_config").set({ tags: [] }).execute();
    expect((await open(toForm(await tagged()), ada)).text).toContain(
      "No tags have been set up yet.",
    );
  });
});

async function tagged(...tags: string[]) {
  const { id } = await createMatter(db);
  await db.updateTable("transactions").set({ tags }).where("id", "=", id).execute();
  return id;
}

function listTags(html: string) {
  const [, list = ""] = /Tags:<\/span><ul[^>]*>(.*?)<\/ul>/.exec(html) ?? [];
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, tag]) => tag);
}

async function opened(id: string, by = ada) {
  const { html } = await open(toForm(id), by);
  return readFields(html, "tags").opened!;
}
