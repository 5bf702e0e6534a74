import { beforeEach, describe, expect, test } from "vitest";
import {
  normaliseMailbox,
  type SendLimitResult,
  consumeSendLimits,
} from "#app/auth/send-limits.server.ts";
import { refundLimits } from "#app/limits/limits.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { later } from "../routes/sign-in/visitor.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const request = new Request("http://localhost:3000/sign-in", { method: "POST" });
let socketAddress = "10.0.0.1";
beforeEach(() => {
  socketAddress = "10.0.0.1";
});
const take = (email: string, proven = false) =>
  runInRequest({ id: "1", socketAddress }, () => consumeSendLimits(db, request, { email, proven }));
const sam = "sam@example.test";
const free = { kind: "free" };
const SLACK = 10;

function expectWait(answer: SendLimitResult, kind: "wait" | "too-many", seconds: number) {
  expect(answer).toMatchObject({ kind });
  if (answer.kind === "free") return;
  expect(answer.retryAfterSeconds).toBeLessThanOrEqual(seconds);
  expect(answer.retryAfterSeconds).toBeGreaterThan(seconds - SLACK);
}
const HOUR = 3_600;

/** Requests links for one address, and ages the rate limits by a minute after each request. */
async function fill(times: number, email = sam) {
  for (let time = 0; time < times; time++) {
    expect(await take(email)).toMatchObject(free);
    await later(db, 60);
  }
}

describe("rate limits of an email address (AMB-B08, B-030)", () => {
  test("an address may get a link only 60 seconds after the last one that was sent", async () => {
    await take(sam);
    await later(db, 60 - SLACK);
    expectWait(await take(sam), "wait", SLACK);
    // A refusal does not restart the minute.
    await later(db, SLACK);
    expect(await take(sam)).toMatchObject(free);
  });

  test("an address may get three links in 5 minutes, and the exact wait is stated", async () => {
    await fill(3);
    expectWait(await take(sam), "too-many", 120);
    await later(db, 120 - SLACK);
    expectWait(await take(sam), "too-many", SLACK);
    await later(db, SLACK);
    expect(await take(sam)).toMatchObject(free);
  });

  test("an address may get ten links a day", async () => {
    for (let time = 0; time < 10; time++) {
      expect(await take(sam)).toMatchObject(free);
      await later(db, HOUR);
    }
    expectWait(await take(sam), "too-many", 14 * HOUR);
    await later(db, 14 * HOUR - SLACK);
    expectWait(await take(sam), "too-many", SLACK);
    await later(db, SLACK);
    expect(await take(sam)).toMatchObject(free);
  });

  test("a refusal consumes no token", async () => {
    await take(sam);
    for (let time = 0; time < 20; time++) await take(sam);
    await later(db, 60);
    await fill(2);
  });

  test("refunded tokens are removed completely", async () => {
    const taken = await take(sam);
    if (taken.kind === "free") await refundLimits(db, taken.turns);
    expect(await db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });
});

describe("rate limits of an IP address (AMB-B08)", () => {
  const takeMany = async (times: number, proven: boolean, who = "p") => {
    for (let time = 0; time < times; time++) {
      expect(await take(`${who}${time}@example.test`, proven)).toMatchObject(free);
    }
  };

  test("each IP address may get 60 links an hour without a reCAPTCHA token", async () => {
    await takeMany(60, false);
    expectWait(await take("one-more@example.test"), "too-many", HOUR);
    socketAddress = "10.0.0.2";
    expect(await take("elsewhere@example.test")).toMatchObject(free);
    socketAddress = "10.0.0.1";
    await later(db, HOUR - SLACK);
    expectWait(await take("one-more@example.test"), "too-many", SLACK);
    await later(db, SLACK);
    expect(await take("one-more@example.test")).toMatchObject(free);
  });

  test("each IP address may get 20 links in 5 minutes with a reCAPTCHA token, counted separately from links without one (AMB-B01)", async () => {
    await takeMany(20, true);
    expectWait(await take("one-more@example.test", true), "too-many", 300);
    socketAddress = "10.0.0.2";
    expect(await take("elsewhere@example.test", true)).toMatchObject(free);
    socketAddress = "10.0.0.1";
    await takeMany(1, false, "without-token");
    await later(db, 300 - SLACK);
    expectWait(await take("one-more@example.test", true), "too-many", SLACK);
    await later(db, SLACK);
    expect(await take("one-more@example.test", true)).toMatchObject(free);
  });
});

describe("rate limits of a mailbox (AMB-B08)", () => {
  test.each([
    ["sam@example.test", "sam@example.test"],
    ["Sam+home@Example.test", "sam@example.test"],
    ["sam+a+b@example.test", "sam@example.test"],
    ["s.am@example.test", "s.am@example.test"],
    ["S.a.m+x@gmail.com", "sam@gmail.com"],
    ["sam@googlemail.com", "sam@gmail.com"],
    ["+sam@example.test", "+sam@example.test"],
  ])("the address %s is normalised to the mailbox %s", (email, mailbox) => {
    expect(normaliseMailbox(email)).toBe(mailbox);
  });

  test("all tags of a mailbox are counted together", async () => {
    expect(await take("sam+1@example.test")).toMatchObject(free);
    expect(await take("sam+2@example.test")).toMatchObject({ kind: "wait" });
    expect(await take("samuel@example.test")).toMatchObject(free);
  });
});
