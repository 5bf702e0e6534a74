import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkForBots, type BotSignals } from "#app/auth/bot-check.server.ts";
import { env } from "#app/env.server.ts";
import { newFormKey } from "#app/http/form-key.server.ts";
import { report } from "#app/http/report.server.ts";
import { action as signIn } from "#app/routes/sign-in/sign-in.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { errorsOf, post } from "#tests/support/visit.ts";
import { agedKey, sentTo, signInForm } from "../routes/sign-in/visitor.ts";

vi.mock("#app/http/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["recaptcha", "postmark"]);
beforeEach(async () => {
  vi.mocked(report).mockClear();
  await emptyTables(db);
});
afterEach(() => {
  env.REQUIRE_RECAPTCHA = false;
});

const request = new Request("http://localhost:3000/sign-in", { method: "POST" });
const check = (signals: BotSignals) => checkForBots(db, request, { name: "sign-in", signals });
const HOUR_MS = 60 * 60 * 1000;

describe("with a token", () => {
  test("B-056 B-059 one that reCAPTCHA vouches for is a person, at once and without limit", async () => {
    for (let count = 0; count < 10; count++) {
      expect(await check({ recaptcha_token: "pass:sign_in" })).toEqual({ kind: "person" });
    }
    expect(report).not.toHaveBeenCalled();
  });

  test.each(["low-score:sign_in", "elsewhere:sign_in", "pass:sign_up", "expired", "nonsense"])(
    "B-056 with %s the strict lane decides",
    async (recaptcha_token) => {
      expect(await check({ recaptcha_token })).toEqual({ kind: "bot" });
      const form_key = agedKey("sign-in");
      expect(await check({ recaptcha_token, form_key })).toEqual({ kind: "person" });
    },
  );

  test("a filled honeypot is a program whatever the token says", async () => {
    const signals = { recaptcha_token: "pass:sign_in", website: "https://x.example" };
    expect(await check(signals)).toEqual({ kind: "bot" });
  });
});

describe("without a token", () => {
  test("B-057 it is reported and not shown", async () => {
    await check({ form_key: agedKey("sign-in") });
    expect(vi.mocked(report).mock.calls).toMatchObject([
      [{ message: "A form came without a reCAPTCHA token" }, { severity: "info" }],
    ]);
  });

  test.each([
    ["no key", () => undefined, "bot"],
    ["a forged key", () => "1.2.3", "bot"],
    ["another form's key", () => agedKey("sign-up"), "bot"],
    ["a page opened this moment", () => newFormKey("sign-in"), "bot"],
    ["a page opened a second ago", () => agedKey("sign-in", 1_000), "bot"],
    ["a page opened 10 seconds ago", () => agedKey("sign-in"), "person"],
    ["a page opened 23 hours ago", () => agedKey("sign-in", 23 * HOUR_MS), "person"],
    ["a page opened 25 hours ago", () => agedKey("sign-in", 25 * HOUR_MS), "bot"],
  ])("AMB-B08 %s", async (_what, key, kind) => {
    expect((await check({ form_key: key() })).kind).toBe(kind);
  });

  test("AMB-B08 three an hour and network address, then 429", async () => {
    for (let count = 0; count < 3; count++) {
      expect(await check({ form_key: agedKey("sign-in") })).toEqual({ kind: "person" });
    }
    expect(await check({ form_key: agedKey("sign-in") })).toEqual({
      kind: "too-many",
      retryAfterSeconds: expect.any(Number),
    });
  });

  test("AMB-B08 REQUIRE_RECAPTCHA closes the lane", async () => {
    env.REQUIRE_RECAPTCHA = true;
    expect(await check({ form_key: agedKey("sign-in") })).toEqual({ kind: "token-needed" });
  });
});

describe("on the page", () => {
  const send = (change: Record<string, string>) =>
    post(signIn, signInForm({ recaptcha_token: "", ...change }), { path: "/sign-in" });

  test("AMB-B08 a program sees the success screen, and nothing is sent or kept", async () => {
    const changes: Record<string, string>[] = [
      { website: "x" },
      { form_key: newFormKey("sign-in") },
    ];
    for (const change of changes) {
      expect(await send(change)).toMatchObject({ status: 303, location: "/sign-in?sent=true" });
    }
    expect(await sentTo(state)).toEqual([]);
    expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test("B-058 where a token is needed and missing, the page says the networkError text", async () => {
    env.REQUIRE_RECAPTCHA = true;
    const answer = await send({});
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual({
      "": [
        "We're having trouble connecting to our servers. Please refresh the page and try again.",
      ],
    });
    expect(await sentTo(state)).toEqual([]);
  });
});
