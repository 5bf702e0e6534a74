import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { action as signInAction } from "#app/routes/sign-in/sign-in.tsx";
import { action } from "#app/routes/sign-in/sign-up.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import { path, send, show } from "./sign-up-page.tsx";
import {
  agedKey,
  resendForm,
  readCookie,
  later,
  linkIn,
  person,
  submitContinue,
  sentTo,
  signInForm,
  signUpForm,
} from "./visitor.ts";
import { visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

describe("the sign-up email", () => {
  test("signing up sends one email, and the page confirms it (B-028 B-045 B-048 B-062 A-002)", async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 303, location: "/sell/get-started?sent=true" });
    const [email, ...more] = await sentTo(state);
    expect(more).toEqual([]);
    expect(email?.Tag).toBe("magic_link_sign_up");
    const link = linkIn(email);
    expect(link.origin).toBe("http://localhost:3000");
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ type: "customer", role: "sell" });
    const token = link.searchParams.get("token") ?? "";
    expect(Buffer.from(token, "base64").toString("latin1")).not.toMatch(
      /seller|example\.test|7400/i,
    );
    // The characters of the token are random, so that they may spell a name.
    link.searchParams.delete("token");
    expect(link.href).not.toMatch(/sam|seller|example\.test|7400/i);

    const html = await show("/sell/get-started?sent=true", { cookie: readCookie(answer) ?? "" });
    expect(visibleText(html)).toContain(
      "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes.",
    );
    expect(html).toMatch(/<button[^>]*name="intent"[^>]*>Send email again<\/button>/);
  });

  test("the link in the sign-up email has the role of the page’s path (A-020 B-027)", async () => {
    await send({}, "/buy/get-started");
    expect(linkIn((await sentTo(state))[0]).searchParams.get("role")).toBe("buy");
    const [token] = await db.selectFrom("magic_link_tokens").select("role").execute();
    expect(token?.role).toBe("buy");
  });

  test("the link in the sign-up email has our own host despite a forged Host header", async () => {
    const request = new Request("http://localhost:3000/sign-up", {
      method: "POST",
      body: new URLSearchParams(signUpForm()),
      headers: { "X-Forwarded-Host": "evil.example", Host: "evil.example" },
    });
    await action({ request, params: {}, context: {} });
    expect(linkIn((await sentTo(state))[0]).origin).toBe("http://localhost:3000");
  });

  test("a double submit of the sign-up form sends one email", async () => {
    const form = { form_key: agedKey("sign-up") };
    const answers = await Promise.all([send(form), send(form)]);
    for (const answer of answers) expect(answer.location).toBe("/sell/get-started?sent=true");
    expect(await sentTo(state)).toHaveLength(1);
  });

  test("submitting the same sign-up form again with a corrected address sends an email to that address", async () => {
    const form_key = agedKey("sign-up");
    await send({ form_key, email: "mistyped@example.test" });
    await send({ form_key });
    expect(await sentTo(state)).toHaveLength(1);
  });

  test("“Send email again” sends the sign-up email a second time after a minute (B-029 B-030 B-031)", async () => {
    const first = await send();
    const cookie = readCookie(first) ?? "";
    const again = () => post(action, resendForm(), { path: `${path}?sent=true`, cookie });

    const soon = await again();
    expect(soon.status).toBe(429);
    expect(listErrors(soon)).toEqual({
      "": [
        expect.stringMatching(
          /^Please wait at least 5 minutes before trying again\. .* You can ask for another in (60|5\d) seconds\.$/,
        ),
      ],
    });
    expect(Number(soon.headers.get("Retry-After"))).toBeGreaterThan(50);
    const html = await show(`${path}?sent=true`, { cookie, actionData: soon.data });
    expect(visibleText(html)).toContain("Please wait at least 5 minutes before trying again.");
    expect(html).toContain("Send email again");

    await later(db, 30);
    // A refused request does not restart the minute to wait.
    expect((await again()).status).toBe(429);
    await later(db, 31);
    expect(await again()).toMatchObject({ status: 303, location: `${path}?sent=true` });
    expect(await sentTo(state)).toHaveLength(2);
  });

  test("an address may get one sign-up email a minute, regardless of the browser (B-030)", async () => {
    await send();
    const answer = await send();
    expect(listErrors(answer)).toEqual({
      "": [
        expect.stringMatching(
          /^We’ve just sent an email to this address\. You can ask for another in (60|5\d) seconds\.$/,
        ),
      ],
    });
    expect(shownValues(answer)).toMatchObject({ first_name: "Sam", email: person.email });
  });

  test("the fourth sign-up with one address in five minutes answers 429 (B-051)", async () => {
    for (let count = 0; count < 3; count++) {
      expect((await send()).status).toBe(303);
      await later(db, 61);
    }
    const answer = await send();
    expect(answer.status).toBe(429);
    expect(listErrors(answer)).toEqual({
      "": ["Too many requests. Please try again after 5 minutes."],
    });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    await later(db, 300);
    expect((await send()).status).toBe(303);
  });

  test("a network address may request 20 sign-up emails in five minutes (B-051)", async () => {
    for (let count = 0; count < 20; count++) {
      expect((await send({ email: `p${count}@example.test` })).status).toBe(303);
    }
    const answer = await send({ email: "p20@example.test" });
    expect(answer.status).toBe(429);
    expect(listErrors(answer)).toEqual({
      "": ["Too many requests. Please try again after 5 minutes."],
    });
  });

  test("the sign-up form shows an error if the email cannot be sent, keeps the values and can be submitted again (B-050)", async () => {
    const form_key = agedKey("sign-up");
    const answer = await send({ email: "bounce@example.test", form_key });
    expect(answer.status).toBe(503);
    expect(listErrors(answer)).toEqual({ "": ["Failed to sign up. Please try again later."] });
    expect(shownValues(answer)).toMatchObject({ email: "bounce@example.test", first_name: "Sam" });
    const again = await send({ email: "bounce@example.test", form_key });
    expect(listErrors(again)).toEqual({ "": ["Failed to sign up. Please try again later."] });
  });

  test("“Send email again” without a cookie redirects to the sign-up form (B-029)", async () => {
    const form = { intent: "again", form_key: agedKey("link-sent") };
    const answer = await post(action, form, { path: `${path}?sent=true` });
    expect(answer).toMatchObject({ status: 303, location: path });
    expect(await flashIn(answer)).toMatchObject({
      title: "Please enter your email address again",
    });
  });
});

describe("sign-up with a known address", () => {
  test("signing up with the address of an active account redirects to sign-in with that address and role (B-046 B-047 B-085)", async () => {
    await signIn(db, { email: person.email });
    const answer = await send({}, "/buy/get-started");
    expect(answer).toMatchObject({ status: 303, location: "/sign-in?account=true&role=buy" });
    expect(await sentTo(state)).toEqual([]);

    const { loader: signInLoader } = await import("#app/routes/sign-in/sign-in.tsx");
    const page = await get(signInLoader, {
      path: answer.location ?? "",
      cookie: readCookie(answer) ?? "",
    });
    expect(page.data).toMatchObject({
      typed: { email: person.email },
      role: "buy",
      banners: ["account"],
    });
  });

  test("signing up with the address of an active account does not change its name or number (B-085)", async () => {
    await signIn(db, { email: person.email, first_name: "Real" });
    await send({ first_name: "Thief", phone_number: "07400 999999" });
    const [user] = await db.selectFrom("users").select(["first_name", "phone_number"]).execute();
    expect(user).toEqual({ first_name: "Real", phone_number: "+447400123456" });
  });

  const userNow = () =>
    db
      .selectFrom("users")
      .select(["first_name", "middle_name", "last_name", "phone_number", "active"])
      .executeTakeFirstOrThrow();
  const invited = {
    first_name: "Ida",
    middle_name: null,
    last_name: "Invited",
    phone_number: "+447400111111",
    active: false,
  };

  test("signing up with an invited person’s address sends a link and does not change their details (B-080 AMB-B06)", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    expect((await send({ first_name: "Thief", phone_number: "07400 999999" })).status).toBe(303);
    expect(await sentTo(state)).toHaveLength(1);
    expect(await userNow()).toEqual(invited);
    // A request that the rate limit refuses also leaves the details unchanged.
    expect((await send({ first_name: "Thief" })).status).toBe(429);
    expect(await userNow()).toEqual(invited);
  });

  test("details typed at sign-up are saved only when the link of that sign-up is used (B-080 AMB-B06)", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    await send({ first_name: "Thief", phone_number: "07400 999999" });
    const [theirs] = await sentTo(state);
    await later(db, 61);
    await send({ first_name: "Sam", middle_name: "Lee" });
    const [own] = await sentTo(state);
    expect((await submitContinue(linkIn(own))).location).toBe("/sell/welcome");
    const sam = {
      first_name: "Sam",
      middle_name: "Lee",
      last_name: "Seller",
      phone_number: "+447400123456",
      active: true,
    };
    expect(await userNow()).toEqual(sam);
    expect((await submitContinue(linkIn(theirs))).location).toBe("/authenticate/link-expired");
    expect(await userNow()).toEqual(sam);
    const kept = await db.selectFrom("magic_link_tokens").select("typed").execute();
    expect(kept).toEqual([{ typed: null }, { typed: null }]);
  });

  test("a link that was requested at sign-in does not change the person’s details (AMB-B06)", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    await send({ first_name: "Thief" });
    await later(db, 61);
    await post(signInAction, signInForm(), { path: "/sign-in" });
    const [own] = await sentTo(state);
    await submitContinue(linkIn(own));
    expect(await userNow()).toEqual({ ...invited, active: true });
  });

  test("details typed at sign-up are saved when the link that was sent again is used (AMB-B06)", async () => {
    const cookie = readCookie(await send({ first_name: "Samuel" })) ?? "";
    await db.updateTable("users").set({ first_name: "Other" }).execute();
    await later(db, 61);
    await post(action, resendForm(), { path: `${path}?sent=true`, cookie });
    const [again] = await sentTo(state);
    await submitContinue(linkIn(again));
    expect(await userNow()).toMatchObject({ first_name: "Samuel" });
  });

  test("details typed at sign-up do not overwrite an account that was activated after the request (AMB-B06)", async () => {
    await send({ first_name: "Smae" });
    const [first] = await sentTo(state);
    const { id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await db.updateTable("users").set({ active: true, first_name: "Sam" }).execute();
    await submitContinue(linkIn(first));
    const user = db.selectFrom("users").select("first_name").where("id", "=", id);
    expect(await user.executeTakeFirst()).toEqual({ first_name: "Sam" });
  });

  test("signing up with a blocked person’s address redirects to sign-in and creates no sign-in link (A-023 AMB-A01)", async () => {
    const { id } = await db
      .insertInto("users")
      .values({
        email: "blocked@example.test",
        first_name: "B",
        last_name: "L",
        deactivated_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const answer = await send({ email: "blocked@example.test" });
    expect(answer.location).toBe("/sign-in?account=true&role=sell");
    expect(await db.selectFrom("magic_link_tokens").where("user_id", "=", id).execute()).toEqual(
      [],
    );
  });
});
