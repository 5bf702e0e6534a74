import { beforeEach, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import {
  isTimeForWeeklyLeads,
  queueWeeklyLeads,
  readWeeklyLeads,
} from "#app/domain/leads/leads.server.ts";
import { weeklyLeads } from "#app/jobs/jobs.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

/** Mondays; London is an hour ahead in July. */
const summer = new Date("2026-07-06T08:00:00Z");
const winter = new Date("2026-11-23T09:00:00Z");

const valuer = (first_name: string, is_subscribed = true) => ({
  first_name,
  last_name: "Ridley",
  email: `${first_name.toLowerCase()}@northgate.example`,
  is_subscribed,
});

async function queued() {
  const rows = await db.selectFrom("email_log").selectAll().orderBy("recipient").execute();
  return Promise.all(
    rows.map(async ({ recipient, name, props }) => ({
      recipient,
      name,
      ...(await readContents(db, "weekly_leads", props)),
    })),
  );
}

describe("AMB-G08 it is time on Mondays at nine in London", () => {
  test.each([
    [summer.toISOString(), true],
    ["2026-07-06T09:00:00Z", false],
    [winter.toISOString(), true],
    ["2026-11-23T08:00:00Z", false],
    ["2026-03-30T08:00:00Z", true], // the day after the clocks went forward
    ["2026-10-26T09:00:00Z", true], // the day after they went back
    ["2026-11-24T09:00:00Z", false],
  ])("%s: %s", (at, expected) => {
    expect(isTimeForWeeklyLeads(new Date(at))).toBe(expected);
  });
});

test("M-056 X-041 subscribed valuers are sent the way to their own page, others nothing", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val"), valuer("Nan", false), { ...valuer("Tom"), email: null }],
  });
  expect(await queueWeeklyLeads(db, winter)).toBe(1);
  expect(await queued()).toEqual([
    {
      recipient: "val@northgate.example",
      name: "weekly_leads",
      first_name: "Val",
      forms: [
        {
          whose: "Val Ridley",
          office: "Northgate York",
          link: "http://localhost:3000/leads/val%40northgate.example",
        },
      ],
    },
  ]);
});

test("X-043 AMB-G08 a subscribed coordinator is sent the pages of the valuers of all their offices", async () => {
  const coordinator = { first_name: "Ruth", email: "Ruth@northgate.example", is_subscribed: true };
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val", false), { ...valuer("Tom"), email: null }],
    coordinator,
  });
  await insertOffice(db, "Northgate Leeds", { valuers: [valuer("Alice", false)], coordinator });
  await insertOffice(db, "Elsewhere", { valuers: [valuer("Zed", false)] });
  await queueWeeklyLeads(db, winter);
  expect(await queued()).toMatchObject([
    {
      recipient: "ruth@northgate.example",
      first_name: "Ruth",
      forms: [
        { whose: "Alice Ridley", office: "Northgate Leeds" },
        { whose: "Val Ridley", office: "Northgate York" },
      ],
    },
  ]);
});

test("X-043 a coordinator who is not subscribed, or has no valuer with a page, is sent nothing", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val", false)],
    coordinator: { first_name: "Ruth", email: "ruth@northgate.example", is_subscribed: false },
  });
  await insertOffice(db, "Northgate Leeds", {
    valuers: [{ ...valuer("Tom"), email: null }],
    coordinator: { first_name: "Sue", email: "sue@northgate.example", is_subscribed: true },
  });
  expect(await queueWeeklyLeads(db, winter)).toBe(0);
  expect(await queued()).toEqual([]);
});

test("AMB-G08 who is both is sent one email, with the own page first", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Alan", false), valuer("Val")],
    coordinator: { first_name: "Valerie", email: "VAL@northgate.example", is_subscribed: true },
  });
  await queueWeeklyLeads(db, winter);
  expect(await queued()).toMatchObject([
    { first_name: "Val", forms: [{ whose: "Val Ridley" }, { whose: "Alan Ridley" }] },
  ]);
});

test("AMB-G08 one email a person and week, however often the job runs", async () => {
  await insertOffice(db, "Northgate York", { valuers: [valuer("Val"), valuer("Nan")] });
  await queueWeeklyLeads(db, winter);
  await queueWeeklyLeads(db, new Date("2026-11-29T23:00:00Z"));
  expect(await queued()).toHaveLength(2);
  await queueWeeklyLeads(db, new Date("2026-11-30T09:00:00Z"));
  expect(await queued()).toHaveLength(4);
});

test("AMB-G08 the last Monday of a year is in a week of the next", async () => {
  await insertOffice(db, "Northgate York", { valuers: [valuer("Val")] });
  for (const day of ["2024-01-01", "2024-12-30", "2025-12-29", "2026-12-28", "2027-01-04"]) {
    await queueWeeklyLeads(db, new Date(`${day}T09:00:00Z`));
  }
  expect(await queued()).toHaveLength(5);
  await queueWeeklyLeads(db, new Date("2025-01-03T09:00:00Z"));
  await queueWeeklyLeads(db, new Date("2027-01-03T09:00:00Z"));
  expect(await queued()).toHaveLength(5);
});

describe("AMB-G08 what the email of one person says", () => {
  test("the pages of an office by the first names, of several offices by their names", async () => {
    const york = await insertOffice(db, "Northgate York", {
      valuers: [valuer("Val"), { ...valuer("Ann"), last_name: null }],
    });
    const leeds = await insertOffice(db, "Northgate Leeds", { valuers: [valuer("Zed")] });
    const email = await readWeeklyLeads(db, {
      valuer_id: york.valuers[0] ?? "",
      estate_agent_ids: [york.id, leeds.id],
    });
    expect(email.forms.map(({ whose }) => whose)).toEqual(["Val Ridley", "Zed Ridley", "Ann"]);
  });

  test("who has left meanwhile is sent nothing", async () => {
    const coordinator = {
      first_name: "Ruth",
      email: "ruth@northgate.example",
      is_subscribed: true,
    };
    const york = await insertOffice(db, "Northgate York", {
      valuers: [valuer("Val")],
      coordinator,
    });
    const [valuer_id = ""] = york.valuers;
    const left = "The recipient has left";
    // The coordinator is no more, the valuers of the office are.
    const coordinated = { valuer_id: null, estate_agent_ids: [york.id] };
    await db.deleteFrom("office_coordinators").execute();
    await expect(readWeeklyLeads(db, coordinated)).rejects.toThrow(left);
    // The valuer is no more, and neither is a coordinator of any office.
    await db.deleteFrom("valuers").execute();
    const own = { valuer_id, estate_agent_ids: [] };
    await expect(readWeeklyLeads(db, own)).rejects.toThrow(left);
    // The coordinator is, and nobody whose page there would be.
    await db
      .insertInto("office_coordinators")
      .values({ ...coordinator, last_name: "Dale", estate_agent_id: york.id })
      .execute();
    await expect(readWeeklyLeads(db, coordinated)).rejects.toThrow(left);
  });
});

describe("AMB-G08 the job", () => {
  const run = (payload: unknown) => weeklyLeads.handle(payload, { number: 1, isLast: false });

  beforeEach(() => insertOffice(db, "Northgate York", { valuers: [valuer("Val")] }));

  test("of the two hours that the crontab asks at, one sends", async () => {
    await run({ _cron: { ts: "2026-07-06T09:00:00.000Z", backfilled: false } });
    expect(await queued()).toHaveLength(0);
    await run({ _cron: { ts: "2026-07-06T08:00:00.000Z", backfilled: true } });
    expect(await queued()).toHaveLength(1);
  });

  test("run by hand it sends whatever the hour is, and not twice", async () => {
    await run({});
    await run({});
    expect(await queued()).toHaveLength(1);
  });
});
