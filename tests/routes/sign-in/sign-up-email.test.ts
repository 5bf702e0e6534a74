import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { action as signInAction } from "#app/routes/sign-in/sign-in.tsx";
import { action } from "#app/routes/sign-in/sign-up.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, post, typedIn } from "#tests/support/visit.ts";
import { path, send, show } from "./sign-up-page.tsx";
import {
  agedKey,
  againForm,
  readCookie,
  later,
  linkIn,
  person,
  press,
  sentTo,
  signInForm,
  signUpForm,
} from "./visitor.ts";
import { words } from "#tests/ui/render.tsx";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

describe("the email", () => {
  test("B-028 B-045 B-048 B-062 A-002 one link is sent, and the page says so", async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 303, location: "/sell/get-started?sent=true" });
    const [email, ...more] = await sentTo(state);
    expect(more).toEqual([]);
    expect(email?.Tag).toBe("magic_link_sign_up");
    const link = linkIn(email);
    expect(link.origin).toBe("http://localhost:3000");
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ type: "customer", role: "sell" });
    expect(link.href).not.toMatch(/sam|seller|example\.test|7400/i);

    const html = await show("/sell/get-started?sent=true", { cookie: readCookie(answer) ?? "" });
    expect(words(html)).toContain(
      "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes.",
    );
    expect(html).toMatch(/<button[^>]*name="intent"[^>]*>Send email again<\/button>/);
  });

  test("A-020 B-027 the role of the path is the role of the link", async () => {
    await send({}, "/buy/get-started");
    expect(linkIn((await sentTo(state))[0]).searchParams.get("role")).toBe("buy");
    const [token] = await db.selectFrom("magic_link_tokens").select("role").execute();
    expect(token?.role).toBe("buy");
  });

  test("a forged host does not get into the link", async () => {
    const request = new Request("http://localhost:3000/sign-up", {
      method: "POST",
      body: new URLSearchParams(signUpForm()),
      headers: { "X-Forwarded-Host": "evil.example", Host: "evil.example" },
    });
    await action({ request, params: {}, context: {} });
    expect(linkIn((await sentTo(state))[0]).origin).toBe("http://localhost:3000");
  });

  test("a second press of the same form is one sign-up and one email", async () => {
    const form = { form_key: agedKey("sign-up") };
    const answers = await Promise.all([send(form), send(form)]);
    for (const answer of answers) expect(answer.location).toBe("/sell/get-started?sent=true");
    expect(await sentTo(state)).toHaveLength(1);
  });

  test("the form sent again with another address is another request", async () => {
    const form_key = agedKey("sign-up");
    await send({ form_key, email: "mistyped@example.test" });
    await send({ form_key });
    expect(await sentTo(state)).toHaveLength(1);
  });

  test("B-029 B-030 B-031 sent again after a minute, and not before", async () => {
    const first = await send();
    const cookie = readCookie(first) ?? "";
    const again = () => post(action, againForm(), { path: `${path}?sent=true`, cookie });

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
    expect(words(html)).toContain("Please wait at least 5 minutes before trying again.");
    expect(html).toContain("Send email again");

    await later(db, 30);
    // A refused press does not start the minute anew.
    expect((await again()).status).toBe(429);
    await later(db, 31);
    expect(await again()).toMatchObject({ status: 303, location: `${path}?sent=true` });
    expect(await sentTo(state)).toHaveLength(2);
  });

  test("B-030 the minute is the address's, not the browser's", async () => {
    await send();
    const answer = await send();
    expect(listErrors(answer)).toEqual({
      "": [
        expect.stringMatching(
          /^We’ve just sent an email to this address\. You can ask for another in (60|5\d) seconds\.$/,
        ),
      ],
    });
    expect(typedIn(answer)).toMatchObject({ first_name: "Sam", email: person.email });
  });

  test("B-051 the fourth email in five minutes is refused with 429", async () => {
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

  test("B-051 twenty emails for a network address in five minutes", async () => {
    for (let count = 0; count < 20; count++) {
      expect((await send({ email: `p${count}@example.test` })).status).toBe(303);
    }
    const answer = await send({ email: "p20@example.test" });
    expect(answer.status).toBe(429);
    expect(listErrors(answer)).toEqual({
      "": ["Too many requests. Please try again after 5 minutes."],
    });
  });

  test("B-050 an email that cannot be sent: the text, what was typed, and another try at once", async () => {
    const form_key = agedKey("sign-up");
    const answer = await send({ email: "bounce@example.test", form_key });
    expect(answer.status).toBe(503);
    expect(listErrors(answer)).toEqual({ "": ["Failed to sign up. Please try again later."] });
    expect(typedIn(answer)).toMatchObject({ email: "bounce@example.test", first_name: "Sam" });
    const again = await send({ email: "bounce@example.test", form_key });
    expect(listErrors(again)).toEqual({ "": ["Failed to sign up. Please try again later."] });
  });

  test("B-029 pressed on a screen whose visitor is forgotten, it leads to the form and says why", async () => {
    const form = { intent: "again", form_key: agedKey("link-sent") };
    const answer = await post(action, form, { path: `${path}?sent=true` });
    expect(answer).toMatchObject({ status: 303, location: path });
    expect(await flashIn(answer)).toMatchObject({
      title: "Please enter your email address again",
    });
  });
});

describe("an address that is known", () => {
  test("B-046 B-047 B-085 of an active account: to sign-in, which knows the address and the role", async () => {
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

  test("B-085 its names and number stay as they were", async () => {
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

  test("B-080 AMB-B06 of somebody invited: they stay as they are, and get a link", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    expect((await send({ first_name: "Thief", phone_number: "07400 999999" })).status).toBe(303);
    expect(await sentTo(state)).toHaveLength(1);
    expect(await userNow()).toEqual(invited);
    // Nor is anything written for who is told to wait.
    expect((await send({ first_name: "Thief" })).status).toBe(429);
    expect(await userNow()).toEqual(invited);
  });

  test("B-080 AMB-B06 what was typed counts when that very link is used", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    await send({ first_name: "Thief", phone_number: "07400 999999" });
    const [theirs] = await sentTo(state);
    await later(db, 61);
    await send({ first_name: "Sam", middle_name: "Lee" });
    const [own] = await sentTo(state);
    expect((await press(linkIn(own))).location).toBe("/sell/welcome");
    const sam = {
      first_name: "Sam",
      middle_name: "Lee",
      last_name: "Seller",
      phone_number: "+447400123456",
      active: true,
    };
    expect(await userNow()).toEqual(sam);
    expect((await press(linkIn(theirs))).location).toBe("/authenticate/link-expired");
    expect(await userNow()).toEqual(sam);
    const kept = await db.selectFrom("magic_link_tokens").select("typed").execute();
    expect(kept).toEqual([{ typed: null }, { typed: null }]);
  });

  test("AMB-B06 a sign-in link changes nobody's name, and an invited person's neither", async () => {
    await db
      .insertInto("users")
      .values({ ...invited, email: person.email })
      .execute();
    await send({ first_name: "Thief" });
    await later(db, 61);
    await post(signInAction, signInForm(), { path: "/sign-in" });
    const [own] = await sentTo(state);
    await press(linkIn(own));
    expect(await userNow()).toEqual({ ...invited, active: true });
  });

  test("AMB-B06 sent again, the link still has what was typed", async () => {
    const cookie = readCookie(await send({ first_name: "Samuel" })) ?? "";
    await db.updateTable("users").set({ first_name: "Other" }).execute();
    await later(db, 61);
    await post(action, againForm(), { path: `${path}?sent=true`, cookie });
    const [again] = await sentTo(state);
    await press(linkIn(again));
    expect(await userNow()).toMatchObject({ first_name: "Samuel" });
  });

  test("AMB-B06 a link that was asked for before somebody came in takes nothing back", async () => {
    await send({ first_name: "Smae" });
    const [first] = await sentTo(state);
    const { id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await db.updateTable("users").set({ active: true, first_name: "Sam" }).execute();
    await press(linkIn(first));
    const user = db.selectFrom("users").select("first_name").where("id", "=", id);
    expect(await user.executeTakeFirst()).toEqual({ first_name: "Sam" });
  });

  test("A-023 AMB-A01 of somebody blocked: to sign-in like any account, where nothing is sent", async () => {
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
