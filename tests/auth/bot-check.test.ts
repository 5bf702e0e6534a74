import { z } from "zod";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkForBots, nextFormKey, type BotSignals } from "#app/auth/bot-check.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { report } from "#app/observability/report.server.ts";
import { action as signIn } from "#app/routes/sign-in/sign-in.tsx";
import { action as signUp } from "#app/routes/sign-in/sign-up.tsx";
import { setFault } from "#mocks/faults.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { type Answer, listErrors, post, shownValues } from "#tests/support/call-route.ts";
import { agedKey, person, sentTo, signInForm, signUpForm } from "../routes/sign-in/visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["recaptcha", "postmark"]);
beforeEach(async () => {
  vi.mocked(report).mockClear();
  await emptyTables(db);
});
afterEach(() => {
  env.REQUIRE_RECAPTCHA = false;
  vi.useRealTimers();
});

const check = (signals: BotSignals) => checkForBots({ name: "sign-in", signals });
const TOO_FAST = "Please wait a few seconds and try again.";
const TOO_OLD = "This page has been open for a long time. Please try again.";
const HOUR_MS = 60 * 60 * 1000;

describe("bot check with a reCAPTCHA token", () => {
  test("a form with a passing reCAPTCHA token is accepted immediately, any number of times (B-056, B-059)", async () => {
    for (let count = 0; count < 10; count++) {
      expect(await check({ recaptcha_token: "pass:sign_in" })).toEqual({
        kind: "person",
        proven: true,
      });
    }
    expect(report).not.toHaveBeenCalled();
  });

  test.each(["low-score:sign_in", "elsewhere:sign_in", "pass:sign_up", "expired", "nonsense"])(
    "the bot check falls back to the strict checks if the reCAPTCHA token is “%s” (B-056)",
    async (recaptcha_token) => {
      const form_key = newIdempotencyKey("sign-in");
      expect(await check({ recaptcha_token, form_key })).toEqual({
        kind: "once-more",
        text: TOO_FAST,
      });
      const aged = { recaptcha_token, form_key: agedKey("sign-in") };
      expect(await check(aged)).toEqual({ kind: "person", proven: false });
    },
  );

  test("a form with the honeypot filled in is rejected despite a passing token", async () => {
    const signals = { recaptcha_token: "pass:sign_in", website: "https://x.example" };
    expect(await check(signals)).toEqual({ kind: "bot" });
  });
});

test("the bot check falls back to the strict checks and reports a warning while Google is down (B-056, AMB-B08)", async () => {
  await setFault(state, "recaptcha", "down");
  const signals = { recaptcha_token: "pass:sign_in", form_key: agedKey("sign-in") };
  expect(await check(signals)).toEqual({ kind: "person", proven: false });
  expect(vi.mocked(report).mock.calls).toMatchObject([
    [{ vendor: "recaptcha", kind: "5xx" }, { severity: "warning" }],
  ]);
});

test.each([
  [3_000, "person"],
  [2_999, "once-more"],
  [24 * HOUR_MS, "person"],
  [24 * HOUR_MS + 1, "once-more"],
])(
  "a form that is submitted after %i ms gets the bot check’s verdict “%s” (AMB-B08)",
  async (age, kind) => {
    vi.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z"), toFake: ["Date"] });
    const form_key = newIdempotencyKey("sign-in", age);
    expect(await check({ form_key })).toMatchObject({ kind });
  },
);

describe("bot check without a reCAPTCHA token", () => {
  test("the bot check reports a missing reCAPTCHA token with the severity “info” (B-057)", async () => {
    await check({ form_key: agedKey("sign-in") });
    expect(vi.mocked(report).mock.calls).toMatchObject([
      [{ message: "reCAPTCHA token missing" }, { severity: "info" }],
    ]);
  });

  const accepted = { kind: "person", proven: false };
  const tooFast = { kind: "once-more", text: TOO_FAST };
  const tooOld = { kind: "once-more", text: TOO_OLD };

  test.each([
    ["no key", () => undefined, tooOld],
    ["a forged key", () => "1.2.3", tooOld],
    ["another form's key", () => agedKey("sign-up"), tooOld],
    ["a page opened just now", () => newIdempotencyKey("sign-in"), tooFast],
    ["a page opened 2.5 seconds ago", () => agedKey("sign-in", 2_500), tooFast],
    ["a page opened before the clock was set back", () => agedKey("sign-in", -HOUR_MS), accepted],
    ["a page opened 3 seconds ago", () => agedKey("sign-in", 3_000), accepted],
    [
      "a page opened just under a day ago",
      () => agedKey("sign-in", 24 * HOUR_MS - 5_000),
      accepted,
    ],
    ["a page opened a day ago", () => agedKey("sign-in", 24 * HOUR_MS + 1), tooOld],
    ["a form that was shown again", () => nextFormKey("sign-in"), accepted],
  ])("the form key decides if a submit is accepted: %s (AMB-B08)", async (_what, key, verdict) => {
    expect(await check({ form_key: key() })).toEqual(verdict);
  });

  test("the bot check requires a reCAPTCHA token if REQUIRE_RECAPTCHA is set (AMB-B08)", async () => {
    env.REQUIRE_RECAPTCHA = true;
    expect(await check({ form_key: agedKey("sign-in") })).toEqual({ kind: "token-needed" });
  });
});

describe("bot check on the sign-in page", () => {
  const send = (change: Record<string, string>) =>
    post(signIn, signInForm({ recaptcha_token: "", ...change }), { path: "/sign-in" });
  const keyIn = (answer: Answer) => z.object({ formKey: z.string() }).parse(answer.data).formKey;

  test("the sign-in form redirects a bot to the success page, but sends no email and saves no session (AMB-B08)", async () => {
    expect(await send({ website: "x" })).toMatchObject({
      status: 303,
      location: "/sign-in?sent=true",
    });
    expect(await sentTo(state)).toEqual([]);
    expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["within three seconds", () => newIdempotencyKey("sign-in"), TOO_FAST],
    ["after a night", () => agedKey("sign-in", 30 * HOUR_MS), TOO_OLD],
  ])(
    "a sign-in form submitted %s is shown again with its values, and the next submit is accepted (AMB-B08)",
    async (...row) => {
      const [, key, text] = row;
      const answer = await send({ form_key: key() });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ "": [text] });
      expect(shownValues(answer)).toMatchObject({ email: person.email });
      expect(await sentTo(state)).toEqual([]);
      // Submit immediately, because a visitor with a password manager also submits quickly.
      expect((await send({ form_key: keyIn(answer) })).location).toBe("/sign-in?sent=true");
      expect(await sentTo(state)).toHaveLength(1);
    },
  );

  test("the sign-in form accepts a quick second submit after a typing mistake (AMB-B08)", async () => {
    const answer = await send({ email: "sam@example", form_key: newIdempotencyKey("sign-in") });
    expect(answer.status).toBe(400);
    expect((await send({ form_key: keyIn(answer) })).location).toBe("/sign-in?sent=true");
  });

  test("a sign-up form submitted too fast is shown again with its values, and the next submit is accepted (AMB-B08)", async () => {
    const form = signUpForm({ recaptcha_token: "", form_key: newIdempotencyKey("sign-up") });
    const sendIt = (form_key: string) =>
      post(signUp, { ...form, form_key }, { path: "/sell/get-started" });
    const answer = await sendIt(form.form_key);
    expect(listErrors(answer)).toEqual({ "": [TOO_FAST] });
    expect(shownValues(answer)).toMatchObject({
      first_name: "Sam",
      phone_number: "07400 123456",
      email: person.email,
    });
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
    expect((await sendIt(keyIn(answer))).location).toBe("/sell/get-started?sent=true");
  });

  test("the sign-in form shows the networkError text and sends no email if a required token is missing (B-058)", async () => {
    env.REQUIRE_RECAPTCHA = true;
    const answer = await send({});
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({
      "": [
        "We're having trouble connecting to our servers. Please refresh the page and try again.",
      ],
    });
    expect(await sentTo(state)).toEqual([]);
  });
});
