import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { rematchEmails } from "#app/jobs/jobs.server.ts";
import { action as rematchAll } from "#app/routes/admin/unmatched-emails/rematch-all.tsx";
import { action as rematchUnmatched } from "#app/routes/admin/unmatched-emails/unmatched-emails.tsx";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open, send } from "./pages.ts";

const { db } = useTestDatabase();
const PATH = "/admin/unmatched-emails";
const ALL = `${PATH}/rematch-all`;
let ada = { cookie: "" };

beforeEach(async () => {
  await emptyTables(db);
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

async function insertEmails(count: number, from_email = "stranger@example.com") {
  const rows = Array.from({ length: count }, (_, index) => ({
    message_id: crypto.randomUUID(),
    from_email,
    from_name: "Sam Stranger",
    subject: `Email ${index}`,
    text_body: `<b>Text</b> ${index}`,
    received_at: new Date(Date.UTC(2026, 6, 1, 12, index)),
  }));
  await db.insertInto("inbound_emails").values(rows).execute();
}

async function runRematchJob() {
  const { id } = await db
    .selectFrom("email_rematches")
    .select("id")
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  await rematchEmails.handle({ email_rematch_id: id }, { number: 1, isLast: false });
}

const facts = (html: string) =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, text]) => [
    visibleText(term!),
    visibleText(text!),
  ]);

describe("the page of unmatched emails (I-023 I-049 T-001 T-009)", () => {
  test.each([
    [0, "No unmatched emails"],
    [1, "1 unmatched email"],
    [3, "3 unmatched emails"],
    [1234, "1,234 unmatched emails"],
  ])("the page of %i unmatched emails shows “%s” (T-001 T-009)", async (count, expected) => {
    if (count > 0) await insertEmails(count);
    const { status, text, html } = await open(PATH, ada);
    expect(status).toBe(200);
    expect(text).toContain(expected);
    expect(html).toMatch(/<a [^>]*href="\/admin\/unmatched-emails"[^>]*>Unmatched Emails<\/a>/);
  });

  test("the page of unmatched emails shows the newest emails as text in London time, and links to older ones", async () => {
    await insertEmails(21);
    const newest = await open(PATH, ada);
    expect(newest.text).toContain(
      "Claims to be from Sam Stranger (stranger@example.com) , 01/07/2026, 13:20",
    );
    expect(newest.html).toContain("&lt;b&gt;Text&lt;/b&gt; 20");
    expect(newest.text).not.toContain("Email 0");
    const [, older] = /href="([^"]*after=[^"]*)"/.exec(newest.html) ?? [];
    const rest = await open(older!, ada);
    expect(rest.text).toContain("Email 0");
    expect(rest.text).not.toContain("Email 1 ");
    for (const after of ["nonsense", "f".repeat(24)]) {
      expect((await open(`${PATH}?after=${after}`, ada)).status).toBe(200);
    }
  });

  test("the page of unmatched emails shows one error and logs another if the emails cannot be counted (T-012 T-013)", async () => {
    expectError(/There was an error fetching unmatched emails count/);
    expectError(/listing unmatched emails/);
    await withoutTable(db, "inbound_emails", async () => {
      const { status, text } = await open(PATH, ada);
      expect(status).toBe(500);
      expect(text).toContain("An error occurred");
      expect(text).not.toContain("There was an error fetching");
    });
  });
});

describe("rematching emails (I-038 T-002 to T-007)", () => {
  test("rematching unmatched emails starts without a confirmation, and shows progress and results (T-002 T-004 T-005 T-006)", async () => {
    await insertEmails(2, "seller@example.com");
    await insertEmails(1);
    await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
    expect((await open(PATH, ada)).text).not.toContain("Result:");

    const started = await send(PATH, ada, {});
    expect([started.status, started.location]).toEqual([303, PATH]);
    const running = await open(PATH, ada);
    expect(running.text).toContain("Running: Rematch unmatched emails");
    expect(running.text).toContain("0 of 3 emails checked.");
    expect(running.html).toMatch(/<progress[^>]*max="3"/);
    expect(running.html).toContain(`href="${PATH}">Refresh</a>`);
    expect(running.html).not.toContain('<button class="button" data-size="small" type="submit"');

    await runRematchJob();
    const done = await open(PATH, ada);
    expect(done.text).toContain("1 unmatched email");
    expect(done.text).toContain("Result: Rematch unmatched emails");
    expect(done.text).toMatch(/Started \d\d\/\d\d\/\d{4}, \d\d:\d\d by Ada Marsh/);
    expect(facts(done.html)).toEqual([
      ["Total", "3"],
      ["New matches", "2"],
      ["Still unmatched", "1"],
      ["Changed matches", "0"],
      ["Unchanged matches", "0"],
      ["Email address of a participant", "2"],
    ]);
    expect(done.text).not.toContain("Running:");
  });

  test("rematching all emails requires a confirmation (T-003 T-007)", async () => {
    await insertEmails(1);
    const asked = await open(ALL, ada);
    expect(asked.text).toContain("This checks every email we’ve ever received");
    expect(await db.selectFrom("email_rematches").select("id").execute()).toEqual([]);
    const started = await send(ALL, ada, {});
    expect([started.status, started.location]).toEqual([303, PATH]);
    await runRematchJob();
    expect((await open(PATH, ada)).text).toContain("Result: Rematch all emails");
  });

  test("a rematch that has run for over a minute is shown as failed (T-008 T-010 T-011)", async () => {
    await insertEmails(1);
    for (const [path, text] of [
      [PATH, "There was an error rematching unmatched emails"],
      [ALL, "There was an error rematching all emails"],
    ] as const) {
      await send(path, ada, {});
      await db
        .updateTable("email_rematches")
        .set({ started_at: sql`now() - interval '61 seconds'` })
        .where("status", "=", "running")
        .execute();
      const page = await open(PATH, ada);
      expect(page.text).toContain(text);
      expect(page.text).not.toContain("Running:");
    }
  });

  test.each([
    ["There was an error rematching unmatched emails", rematchUnmatched],
    ["There was an error rematching all emails", rematchAll],
  ])("a rematch that cannot be started shows “%s” (T-010 T-011)", async (text, action) => {
    expectError(/relation "email_rematches" does not exist/);
    await withoutTable(db, "email_rematches", async () => {
      const answer = await post(action, {}, ada);
      expect([answer.status, answer.location]).toEqual([303, PATH]);
      expect(await flashIn(answer)).toMatchObject({ kind: "error", description: text });
    });
  });

  test("starting a rematch while another one is running shows an error (AMB-T02)", async () => {
    await send(PATH, ada, {});
    for (const action of [rematchUnmatched, rematchAll]) {
      expect(await flashIn(await post(action, {}, ada))).toMatchObject({
        kind: "error",
        description: "A rematch is already running. Wait until it has finished",
      });
    }
    expect(await db.selectFrom("email_rematches").select("id").execute()).toHaveLength(1);
  });
});

describe("the emails on a matter’s Events tab (AMB-T01)", () => {
  test("the Events tab shows five emails of the matter at first, and then all", async () => {
    const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
    const tab = `/admin/transactions/${id}/events`;
    expect((await open(tab, ada)).text).toContain("No emails received yet.");
    await insertEmails(6);
    await db
      .updateTable("inbound_emails")
      .set({ transaction_id: id, match_type: "mailbox_hash" })
      .execute();
    const few = await open(tab, ada);
    expect(few.text).toContain("Email 5");
    expect(few.text).toContain("01/07/2026, 13:05. Matched by: Reply address");
    expect(few.text).not.toContain("Email 0");
    expect(few.html).toContain(`href="${tab}?emails=all">All emails</a>`);
    const all = await open(`${tab}?emails=all`, ada);
    expect(all.text).toContain("Email 0");
    expect(all.html).toContain(`href="${tab}">Fewer emails</a>`);
  });

  test("the Events tab shows an error instead of the emails if the emails cannot be read", async () => {
    const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
    expectError(/relation "inbound_emails" does not exist/);
    await withoutTable(db, "inbound_emails", async () => {
      const { text } = await open(`/admin/transactions/${id}/events`, ada);
      expect(text).toContain("An unknown error occurred");
      expect(text).toContain("Emails received");
    });
  });
});
