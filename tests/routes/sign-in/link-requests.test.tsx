import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi, afterEach } from "vitest";
import { sql } from "kysely";
import { env } from "#app/platform/env.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { action as signInAction, loader as signInLoader } from "#app/routes/sign-in/sign-in.tsx";
import SignUp, {
  action as signUpAction,
  loader as signUpLoader,
} from "#app/routes/sign-in/sign-up.tsx";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { emails } from "#mocks/postmark.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { type Answer, listErrors, get, post } from "#tests/support/call-route.ts";
import { render, visibleText } from "#tests/ui/render.tsx";
import {
  resendForm,
  agedKey,
  readCookie,
  later,
  person,
  sentTo,
  signInForm,
  signUpForm,
} from "./visitor.ts";

/**
 * These tests cover the emails, rate limits and messages of link requests. A request has no
 * reCAPTCHA token unless the test adds one.
 */

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));
afterEach(() => {
  env.REQUIRE_RECAPTCHA = false;
});

const at = <T,>(work: () => Promise<T>) =>
  runInRequest({ id: "1", socketAddress: "10.0.0.1" }, work);
const ask = (change: Record<string, string> = {}) =>
  at(() =>
    post(signInAction, signInForm({ recaptcha_token: "", ...change }), { path: "/sign-in" }),
  );
const signUp = (change: Record<string, string> = {}) =>
  at(() =>
    post(signUpAction, signUpForm({ recaptcha_token: "", ...change }), {
      path: "/sell/get-started",
    }),
  );
const again = (cookie: string, change: Record<string, string> = {}) =>
  at(() =>
    post(signInAction, resendForm({ recaptcha_token: "", ...change }), {
      path: "/sign-in?sent=true",
      cookie,
    }),
  );
const ok = (answer: Answer) => expect(answer.location).toBe("/sign-in?sent=true");

describe("rate limits of link requests (AMB-B08)", () => {
  test("one network may make 60 link requests an hour without a reCAPTCHA token (WF-06.8)", async () => {
    for (let n = 0; n < 60; n++) ok(await ask({ email: `p${n}@example.test` }));
    const answer = await ask({ email: "p60@example.test" });
    expect(answer.status).toBe(429);
    expect(listErrors(answer)).toEqual({
      "": ["Too many requests. Please try again after 60 minutes."],
    });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    const newcomer = await signUp({ email: "p61@example.test" });
    expect(listErrors(newcomer)).toEqual({
      "": ["Too many requests. Please try again after 60 minutes."],
    });
    expect(await sentTo(state, "p60@example.test")).toEqual([]);
  });

  test("one email address may get ten links a day, and the error shows the hours to wait", async () => {
    for (let n = 0; n < 10; n++) {
      ok(await ask());
      await later(db, 3_600);
    }
    expect(listErrors(await ask())).toEqual({
      "": ["Too many requests. Please try again after 14 hours."],
    });
  });

  test("a link request does not count against the rate limits if its email cannot be sent", async () => {
    for (let n = 0; n < 5; n++) {
      expect((await ask({ email: "bounce@example.test" })).status).toBe(503);
    }
    expect(await db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });

  test("invalid link requests, forms submitted too fast and honeypot posts do not count against the rate limits", async () => {
    await ask({ email: "sam@" });
    await ask({ form_key: newIdempotencyKey("sign-in") });
    await ask({ website: "x" });
    expect(await db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });

  test("repeated submits of one form count once against the rate limits", async () => {
    const form_key = agedKey("sign-in");
    for (const answer of await Promise.all([1, 2, 3].map(() => ask({ form_key })))) ok(answer);
    const turns = await db.selectFrom("rate_limits").select("key").execute();
    expect(turns).toHaveLength(4);
  });

  test("rate limits of link requests treat addresses that differ in the part after “+” as one", async () => {
    ok(await ask({ email: "sam+1@example.test" }));
    expect((await ask({ email: "sam+2@example.test" })).status).toBe(429);
  });
});

describe("“Send email again” (B-029 AMB-B08)", () => {
  test("“Send email again” refuses a form submitted too fast, and sends no email for the honeypot", async () => {
    const cookie = readCookie(await ask()) ?? "";
    await later(db, 61);
    const fast = await again(cookie, { form_key: newIdempotencyKey("link-sent") });
    expect(fast.status).toBe(400);
    expect(listErrors(fast)[""]?.[0]).toMatch(/^Please wait a few seconds and try again/);
    ok(await again(cookie, { website: "x" }));
    expect(await sentTo(state)).toHaveLength(1);
    ok(await again(cookie));
    expect(await sentTo(state)).toHaveLength(2);
  });

  test("“Send email again” requires a valid reCAPTCHA token if REQUIRE_RECAPTCHA is set", async () => {
    env.REQUIRE_RECAPTCHA = true;
    const cookie = readCookie(await ask({ recaptcha_token: "pass:sign_in" })) ?? "";
    await later(db, 61);
    for (const recaptcha_token of ["", "nonsense", "low-score:link_sent"]) {
      const answer = await again(cookie, { recaptcha_token });
      expect(answer.status).toBe(400);
      expect(listErrors(answer)[""]?.[0]).toMatch(/^We're having trouble connecting/);
    }
    expect(await sentTo(state)).toHaveLength(1);
    ok(await again(cookie, { recaptcha_token: "pass:link_sent" }));
    expect(await sentTo(state)).toHaveLength(2);
  });

  test("“Send email again” shares the limits of the form, three in 5 minutes and ten a day", async () => {
    const cookie = readCookie(await ask()) ?? "";
    for (let n = 0; n < 2; n++) {
      await later(db, 61);
      ok(await again(cookie));
    }
    await later(db, 61);
    expect((await again(cookie)).status).toBe(429);
    for (let n = 0; n < 7; n++) {
      await later(db, 400);
      ok(await again(cookie));
    }
    await later(db, 400);
    expect((await again(cookie)).status).toBe(429);
    expect(await sentTo(state)).toHaveLength(10);
  });

  test("a double submit of “Send email again” sends one email", async () => {
    const cookie = readCookie(await ask()) ?? "";
    await later(db, 61);
    const form_key = agedKey("link-sent");
    for (const answer of await Promise.all([1, 2].map(() => again(cookie, { form_key })))) {
      ok(answer);
    }
    expect(await sentTo(state)).toHaveLength(2);
  });
});

test("“Send email again” right after the first email shows how long to wait (B-031)", async () => {
  const cookie = readCookie(await ask()) ?? "";
  const screen = await get(signInLoader, { path: "/sign-in?sent=true", cookie });
  const form_key = String(Reflect.get(Object(screen.data), "formKey"));
  expect(listErrors(await again(cookie, { form_key }))).toEqual({
    "": [
      expect.stringMatching(
        /^Please wait at least 5 minutes before trying again\. .* You can ask for another in (60|5\d) seconds\.$/,
      ),
    ],
  });
});

describe("the screen after the link request (B-028 B-054)", () => {
  test("the screen after a link request shows the address, and a link to change it", async () => {
    const cookie = readCookie(await signUp()) ?? "";
    const at = "/sell/get-started?sent=true";
    const { data } = await get(signUpLoader, { path: at, cookie });
    const html = await render(<SignUp />, { path: at, loaderData: Object(data) });
    expect(visibleText(html)).toContain(`We sent it to ${person.email} . Wrong address? Change it`);
    expect(html).toContain('<a href="/sell/get-started">Change it</a>');
    const form = await get(signUpLoader, { path: "/sell/get-started", cookie });
    expect(form.data).toMatchObject({
      typed: {
        email: person.email,
        first_name: "Sam",
        middle_name: "",
        last_name: "Seller",
        phone_number: "07400 123456",
        phone_country: "GB",
      },
    });
  });

  test("the screen after a link request shows no address to another browser", async () => {
    await signUp();
    for (const path of ["/sell/get-started", "/sell/get-started?sent=true"]) {
      expect((await get(signUpLoader, { path })).data).toMatchObject({ sentTo: "", typed: {} });
    }
  });
});

describe("repeated submits of a link request form (AMB-B08)", () => {
  const older = (seconds: number) =>
    sql`update form_submissions set created_at = created_at - make_interval(secs => ${seconds})`.execute(
      db,
    );

  test.each([
    [59, 1],
    [61, 2],
  ])(
    "submitting the same link request form %i seconds later brings the number of emails to %i",
    async (seconds, sent) => {
      const form_key = agedKey("sign-in");
      ok(await ask({ form_key }));
      await older(seconds);
      await later(db, 61);
      ok(await ask({ form_key }));
      expect(await sentTo(state)).toHaveLength(sent);
    },
  );
});

describe("emails to an unverified address (AMB-B06 AMB-B07)", () => {
  const lure = "Your invoice is overdue, pay at evil.example/pay";
  const written = async () => {
    const [email, ...more] = await sentTo(state);
    expect(more).toEqual([]);
    return `${email?.Subject} ${email?.HtmlBody} ${email?.TextBody}`;
  };

  test("emails to an unverified address do not contain names typed at sign-up", async () => {
    const cookie = readCookie(await signUp({ first_name: lure, last_name: lure })) ?? "";
    expect(await written()).not.toMatch(/invoice|evil/);
    await later(db, 61);
    await again(cookie);
    const all = await state.list(emails);
    expect(all).toHaveLength(2);
    expect(JSON.stringify(all)).not.toMatch(/invoice|evil/);
  });

  test("emails to an unverified address do not contain the name that is stored for it", async () => {
    await db
      .insertInto("users")
      .values({ email: person.email, first_name: lure, last_name: lure })
      .execute();
    ok(await ask());
    expect(await written()).not.toMatch(/invoice|evil/);
  });

  test("emails to a person who has signed in before contain their name", async () => {
    await signIn(db, { email: person.email, first_name: "Samantha" });
    ok(await ask());
    expect(await written()).toContain("Hello Samantha");
  });
});
