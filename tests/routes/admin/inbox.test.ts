import { beforeEach, describe, expect, test, vi } from "vitest";
import { paths } from "#app/paths.ts";
import { insertConversation, insertMatter } from "#tests/support/conversations.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const { inbox } = paths.admin;

/** A Monday at 9am in London. */
const NOW = new Date("2026-12-07T09:00:00Z");
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

let bronwen: Visitor;
let tomasin: Visitor;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  await emptyTables(db);
  bronwen = await signIn(db, { type: "admin", first_name: "Bronwen", last_name: "Pugh" });
  tomasin = await signIn(db, { type: "admin", first_name: "Tomasin", last_name: "Okonjo" });
  return () => vi.useRealTimers();
});

async function insertOf(handler: Visitor | null, state: Parameters<typeof insertConversation>[2]) {
  const matter = await insertMatter(db, handler?.id ?? null);
  const place = { transaction_id: matter.id, author_id: matter.seller.id };
  return { matter, id: await insertConversation(db, place, state) };
}

/** Returns the texts of the rows that a page of the inbox lists. */
async function rowsOf(path: string, visitor: Visitor) {
  const { html, status } = await open(path, visitor);
  expect(status).toBe(200);
  return [...html.matchAll(/<li id="row-[\da-f]{24}" class="inbox-row">(.*?)<\/li>/gs)].map(
    ([, row]) => visibleText(row!),
  );
}

describe("the lists of the inbox", () => {
  test("a conversation in which several people wait names one and counts the others", async () => {
    const { id } = await insertOf(bronwen, { at: hoursAgo(3), text: "We can’t act" });
    const other = await signIn(db, { first_name: "Grace" });
    const message = { conversation_id: id, kind: "page_message" as const, text: "Hello" };
    await db
      .insertInto("messages")
      .values([
        { ...message, author_id: other.id, at: hoursAgo(2) },
        { ...message, author_id: other.id, at: hoursAgo(1) },
      ])
      .execute();
    const [row] = await rowsOf(inbox(), bronwen);
    expect(row).toMatch(/^Grace \w+ and 1 other 3 hours /);
    await insertOf(bronwen, {});
    const rows = await rowsOf(inbox(), bronwen);
    expect(rows.filter((text) => text.includes("other"))).toHaveLength(1);
  });

  test("the open list has the longest waiting conversation first, with three lines each", async () => {
    const { matter } = await insertOf(bronwen, { at: hoursAgo(2), text: "Who do I phone?" });
    await insertOf(bronwen, {
      at: hoursAgo(96),
      answer_by: hoursAgo(72),
      text: "We can’t\n\nact for Mr Osei",
    });
    await insertOf(bronwen, { at: hoursAgo(7), answer_by: hoursAgo(1), text: "On Saturday?" });
    const rows = await rowsOf(inbox(), bronwen);
    expect(rows.map((row) => /(\d+ \w+)( late)?/.exec(row)?.[0])).toEqual([
      "4 days late",
      "7 hours late",
      "2 hours",
    ]);
    expect(rows[0]).toContain("“We can’t act for Mr Osei”");
    expect(rows[2]).toBe(
      `Ada Byron 2 hours F-${matter.number} 1 Arch Street, Bath “Who do I phone?”`,
    );
  });

  test("each view has its conversations and counts", async () => {
    await insertOf(bronwen, { text: "Bronwen’s matter" });
    await insertOf(tomasin, { text: "Tomasin’s matter" });
    await insertOf(tomasin, { text: "Given to Bronwen", handler_id: bronwen.id });
    await insertOf(null, { text: "No handler" });
    await insertConversation(db, { sender: "stranger@example.com" }, { text: "No matter" });
    const texts = async (path: string) =>
      (await rowsOf(path, bronwen)).map((row) => /“(.*)”/.exec(row)?.[1]).toSorted();
    expect(await texts(inbox())).toEqual(["Bronwen’s matter", "Given to Bronwen"]);
    expect(await texts(inbox({ view: "unassigned" }))).toEqual(["No handler", "No matter"]);
    expect(await texts(inbox({ view: "everyone" }))).toHaveLength(5);
    const { text } = await open(inbox(), bronwen);
    expect(text).toMatch(/Mine 2 unanswered Unassigned 2 unanswered Everyone’s 5 unanswered/);
  });

  test("a new handler of the matter takes over its conversations, except those given to someone", async () => {
    const { matter } = await insertOf(tomasin, { text: "Handed over" });
    const given = await insertOf(tomasin, { handler_id: tomasin.id });
    for (const { id } of [matter, given.matter]) {
      await db
        .updateTable("transactions")
        .set({ handler_id: bronwen.id })
        .where("id", "=", id)
        .execute();
    }
    expect(await rowsOf(inbox(), bronwen)).toHaveLength(1);
    expect(await rowsOf(inbox(), tomasin)).toHaveLength(1);
  });

  test("a stand-in has the conversations of an absent colleague", async () => {
    await insertOf(tomasin, {});
    const absence = { user_id: tomasin.id, stand_in_id: bronwen.id };
    await db
      .insertInto("staff_absences")
      .values({ ...absence, starts_on: "2026-12-07", ends_on: "2026-12-07" })
      .execute();
    expect(await rowsOf(inbox(), bronwen)).toHaveLength(1);
    vi.setSystemTime("2026-12-08T09:00:00Z");
    expect(await rowsOf(inbox(), bronwen)).toHaveLength(0);
  });

  test("each conversation is in one list, and a snooze ends with its day", async () => {
    await insertOf(bronwen, { text: "open" });
    await insertOf(bronwen, { text: "answered", state: "answered" });
    await insertOf(bronwen, { text: "closed", state: "closed" });
    await insertOf(bronwen, { text: "snoozed", snoozed_until: "2026-12-10", unanswered: 2 });
    await insertOf(bronwen, { text: "back", state: "answered", snoozed_until: "2026-12-08" });
    const lists = async () => {
      const found: Record<string, string[]> = {};
      for (const list of ["open", "answered", "closed", "snoozed"] as const) {
        const rows = await rowsOf(inbox({ list }), bronwen);
        found[list] = rows.map((row) => /“(.*)”/.exec(row)?.[1] ?? "");
      }
      return found;
    };
    // The open list ends with the answered conversations.
    expect(await lists()).toEqual({
      open: ["open", "answered"],
      answered: ["answered"],
      closed: ["closed"],
      snoozed: ["back", "snoozed"],
    });
    expect((await open(inbox(), bronwen)).text).toContain(
      "2 snoozed. The next returns on Tuesday 8 December.",
    );
    expect((await rowsOf(inbox({ list: "snoozed" }), bronwen))[1]).toContain("2 new messages");
    vi.setSystemTime("2026-12-08T00:01:00Z");
    expect(await lists()).toMatchObject({
      open: ["open", "back", "answered"],
      snoozed: ["snoozed"],
    });
    expect((await rowsOf(inbox(), bronwen))[1]).toContain("Snooze ended");
  });

  test("the next page continues after a conversation that has left the list", async () => {
    const ids: string[] = [];
    for (let hours = 25; hours > 0; hours--) {
      ids.push((await insertOf(bronwen, { at: hoursAgo(hours), text: `${hours}` })).id);
    }
    const { html } = await open(inbox(), bronwen);
    const [, next] = /href="(\/admin\/inbox\?after=[^"]*)"/.exec(html) ?? [];
    await db.deleteFrom("conversations").where("id", "=", ids[14]!).execute();
    const rows = await rowsOf(next!, bronwen);
    expect(rows.map((row) => /“(.*)”/.exec(row)?.[1])).toEqual([
      "10",
      "9",
      "8",
      "7",
      "6",
      "5",
      "4",
      "3",
      "2",
      "1",
    ]);
    for (const after of ["nonsense", "1.f", "2026-12-07.ffffffffffffffffffffffff"]) {
      expect(await rowsOf(inbox({ after }), bronwen)).toHaveLength(15);
    }
  });

  test("a sender who fits no matter is named as a claim", async () => {
    await insertConversation(db, { sender: "stranger@example.com" });
    const [row] = await rowsOf(inbox({ view: "unassigned" }), bronwen);
    expect(row).toContain("Claims to be from Sam Stranger");
    expect(row).toContain("No matter");
    expect(row).toContain("Sender not proved");
  });

  test("an address that is not a conversation’s gets the same page as one that does not exist", async () => {
    for (const id of ["nonsense", "f".repeat(24)]) {
      const { status, text } = await open(paths.admin.conversation(id), bronwen);
      expect([status, text]).toEqual([404, expect.stringContaining("Conversation not found")]);
    }
  });
});

describe("the count in the bar", () => {
  test("the bar shows the reader’s unanswered conversations, and 99+ for more", async () => {
    const bar = async () => {
      const { html } = await open(paths.admin.users(), bronwen);
      const [, link = ""] =
        /class="staff-places".*?(<a [^>]*href="\/admin\/inbox".*?<\/a>)/s.exec(html) ?? [];
      return visibleText(link);
    };
    expect(await bar()).toBe("Inbox");
    await insertOf(bronwen, {});
    expect(await bar()).toBe("Inbox 1 waiting");
    for (let count = 0; count < 99; count++) await insertOf(bronwen, {});
    expect(await bar()).toBe("Inbox 99+ waiting");
  });
});
