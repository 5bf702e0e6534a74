import { beforeAll, describe, expect, test } from "vitest";
import { catalogue, eventLabel } from "#app/domain/events/catalogue.ts";
import { eventIcon } from "#app/routes/admin/transactions/events/event-rows.tsx";
import { useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { insertSaleAtStage } from "../../account/matters.ts";
import { open } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

async function sale() {
  const seller = await signIn(db);
  return insertSaleAtStage(db, seller.id);
}

describe("the timeline (F-046 to F-048 K-088 to K-097)", () => {
  async function withEvents(count: number, names: readonly string[] = []) {
    const id = await sale();
    await withoutTriggers(db, (trx) =>
      trx.deleteFrom("events").where("transaction_id", "=", id).execute(),
    );
    await db
      .insertInto("events")
      .values(
        Array.from({ length: count }, (_, index) => ({
          transaction_id: id,
          event_name: names[index] ?? (index === 0 ? "sale_agreed" : "search_completed"),
          type: index === 0 ? ("buyer" as const) : ("seller" as const),
          milestone: index === 0,
          author: index === 0 ? ("admin" as const) : ("provider" as const),
          author_id: index === 0 ? ada.id : null,
          comments: index === 0 ? "21/11/2026" : `Search ${index}`,
          date_time: new Date(Date.UTC(2026, 6, 1, 23, 30 - index)),
        })),
      )
      .execute();
    return id;
  }
  const rowsOf = (html: string) =>
    html.split('<ol class="event-rows">').at(-1)!.split("</ol>")[0]!.split("</li>").slice(0, -1);
  const listItems = (html: string) => rowsOf(html).map(visibleText);

  test("the timeline shows five events, all of them after “All events”, and five again after “Show less”", async () => {
    const id = await withEvents(7);
    const few = await open(`/admin/transactions/${id}/events`, ada);
    expect(listItems(few.html)).toHaveLength(5);
    expect(few.html).toContain(`href="/admin/transactions/${id}/events?events=all">All events</a>`);
    const all = await open(`/admin/transactions/${id}/events?events=all`, ada);
    expect(listItems(all.html)).toHaveLength(7);
    expect(all.html).toContain(`href="/admin/transactions/${id}/events">Show less</a>`);
    expect(all.text).not.toContain("All events");
  });

  test("the timeline of a matter with five events has no “All events” link", async () => {
    const { html, text } = await open(`/admin/transactions/${await withEvents(5)}/events`, ada);
    expect(listItems(html)).toHaveLength(5);
    expect(text).not.toContain("All events");
  });

  test("the timeline shows the side, milestone, London time, author and comments of each event", async () => {
    const { html } = await open(`/admin/transactions/${await withEvents(2)}/events`, ada);
    expect(listItems(html)).toEqual([
      "Sale Agreed B Buyer side Milestone 02/07/2026, 00:30 Ada Marsh : 21/11/2026",
      "Search Completed S Seller side 02/07/2026, 00:29 Provider : Search 1",
    ]);
    expect(html).toMatch(/data-icon="calendar".*data-icon="magnifier"/);
  });

  test.each([
    ["payment_successful", "card"],
    ["sale_agreed", "calendar"],
    ["thirdfort_check_ordered", "id-card"],
    ["something_of_a_later_version", "document"],
  ])("the event “%s” has the icon “%s” (K-088)", (name, icon) => {
    expect(eventIcon(name)).toBe(icon);
  });

  test("the timeline shows an icon and a label for every event, even an unknown one", async () => {
    const names = [...Object.keys(catalogue), "moved_house"];
    const id = await withEvents(names.length, names);
    const { html } = await open(`/admin/transactions/${id}/events?events=all`, ada);
    const rows = rowsOf(html);
    expect(rows).toHaveLength(names.length);
    for (const [at, name] of names.entries()) {
      expect(rows[at]).toContain(`data-icon="${eventIcon(name)}"`);
      expect(visibleText(rows[at]!)).toContain(eventLabel(name));
    }
  });

  test("the timeline shows an error if events cannot be read (K-099)", async () => {
    expectError(/relation "events" does not exist/);
    const id = await sale();
    await withoutTable(db, "events", async () => {
      const { status, text } = await open(`/admin/transactions/${id}/events`, ada);
      expect(status).toBe(500);
      expect(text).toContain("An unknown error occurred");
      expect(text).toContain("Key Information");
    });
  });
});

describe("the cards next to the tabs (K-008 K-088 to K-093)", () => {
  const card = (html: string, title: string) =>
    new RegExp(`<summary[^>]*><svg.*?</svg>${title}</summary>(.*?)</details>`).exec(html)?.[1];

  test("every tab after the overview has a card of key information, and every one except Events has a card of the five latest events", async () => {
    const id = await sale();
    await db
      .insertInto("events")
      .values(
        Array.from({ length: 6 }, (_, index) => ({
          transaction_id: id,
          event_name: "search_completed",
          type: "seller" as const,
          milestone: index === 5,
          author: "provider" as const,
          comments: `Search ${index + 1}`,
          date_time: new Date(Date.UTC(2027, 6, 1, 23, index)),
        })),
      )
      .execute();
    for (const tab of [
      "/property",
      "/sellers",
      "/buyers",
      "/orders",
      "/solicitors",
      "/estate-agent",
    ]) {
      const { html } = await open(`/admin/transactions/${id}${tab}`, ada);
      expect(card(html, "Key Information")).toContain(id);
      const latest = card(html, "Latest events") ?? "";
      expect(latest).toContain(`href="/admin/transactions/${id}/events?events=all">All events</a>`);
      const [, list = ""] = /<ol[^>]*>(.*?)<\/ol>/.exec(latest) ?? [];
      expect(list.split("</li>").slice(0, -1).map(visibleText)).toEqual([
        "Search Completed S Seller side Milestone 02/07/2027, 00:05 Provider : Search 6",
        ...[4, 3, 2, 1].map(
          (n) => `Search Completed S Seller side 02/07/2027, 00:0${n} Provider : Search ${n + 1}`,
        ),
      ]);
    }
    const { html } = await open(`/admin/transactions/${id}/events`, ada);
    expect(card(html, "Key Information")).toContain(id);
    expect(card(html, "Latest events")).toBeUndefined();
  });

  test("the card of latest events shows a message for a matter without events", async () => {
    const id = await sale();
    await withoutTriggers(db, (trx) =>
      trx.deleteFrom("events").where("transaction_id", "=", id).execute(),
    );
    const { html } = await open(`/admin/transactions/${id}/property`, ada);
    expect(card(html, "Latest events")).toContain("No event found");
    expect((await open(`/admin/transactions/${id}`, ada)).text).toContain("No event found");
  });

  test("the card of latest events shows an error if they cannot be read, and the rest of the page is shown", async () => {
    expectError(/relation "events" does not exist/);
    const id = await sale();
    await withoutTable(db, "events", async () => {
      const { status, html } = await open(`/admin/transactions/${id}/property`, ada);
      expect(status).toBe(200);
      expect(card(html, "Latest events")).toContain(
        "There was an error while fetching the latest events",
      );
      expect(card(html, "Key Information")).toContain(id);
    });
  });
});
