import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { action } from "#app/routes/sign-in/sign-up.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { errorsOf, get, post, typedIn } from "#tests/support/visit.ts";
import { path, send, show } from "./sign-up-page.tsx";
import { agedKey, cookieOf, later, linkIn, person, sentTo, signUpForm } from "./visitor.ts";
import { words } from "#tests/ui/render.tsx";

vi.mock("#app/http/report.server.ts", () => ({ report: vi.fn() }));

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

    const html = await show("/sell/get-started?sent=true", { cookie: cookieOf(answer) ?? "" });
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
    const cookie = cookieOf(first) ?? "";
    const again = () => post(action, { intent: "again" }, { path: `${path}?sent=true`, cookie });

    const soon = await again();
    expect(soon.status).toBe(429);
    expect(errorsOf(soon)).toEqual({ "": ["Please wait at least 5 minutes before trying again."] });
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
    expect(errorsOf(answer)).toEqual({
      "": ["Please wait at least 5 minutes before trying again."],
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
    expect(errorsOf(answer)).toEqual({
      "": ["Too many requests. Please try again after 5 minutes."],
    });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    await later(db, 300);
    expect((await send()).status).toBe(303);
  });

  test("B-051 twenty requests a network address in five minutes", async () => {
    for (let count = 0; count < 20; count++) {
      expect((await send({ email: `p${count}@example.test` })).status).toBe(303);
    }
    const answer = await send({ email: "p20@example.test" });
    expect(answer.status).toBe(429);
    expect(errorsOf(answer)).toEqual({
      "": ["Too many requests. Please try again after 5 minutes."],
    });
  });

  test("B-050 an email that cannot be sent: the text, what was typed, and another try at once", async () => {
    const form_key = agedKey("sign-up");
    const answer = await send({ email: "bounce@example.test", form_key });
    expect(answer.status).toBe(503);
    expect(errorsOf(answer)).toEqual({ "": ["Failed to sign up. Please try again later."] });
    expect(typedIn(answer)).toMatchObject({ email: "bounce@example.test", first_name: "Sam" });
    const again = await send({ email: "bounce@example.test", form_key });
    expect(errorsOf(again)).toEqual({ "": ["Failed to sign up. Please try again later."] });
  });

  test("pressed on a screen whose visitor is forgotten, it fails in words", async () => {
    const answer = await post(action, { intent: "again" }, { path });
    expect(errorsOf(answer)).toEqual({ "": ["Failed to sign up. Please try again later."] });
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
      cookie: cookieOf(answer) ?? "",
    });
    expect(page.data).toMatchObject({ email: person.email, role: "buy", banners: ["account"] });
  });

  test("B-085 its names and number stay as they were", async () => {
    await signIn(db, { email: person.email, first_name: "Real" });
    await send({ first_name: "Thief", phone_number: "07400 999999" });
    const [user] = await db.selectFrom("users").select(["first_name", "phone_number"]).execute();
    expect(user).toEqual({ first_name: "Real", phone_number: "+447400123456" });
  });

  test("B-080 AMB-B06 of a customer who never came in: brought up to date, and a link", async () => {
    await send({ first_name: "Smae" });
    await later(db, 61);
    expect((await send({ first_name: "Sam", middle_name: "Lee" })).status).toBe(303);
    expect(await db.selectFrom("users").select(["first_name", "middle_name"]).execute()).toEqual([
      { first_name: "Sam", middle_name: "Lee" },
    ]);
    expect(await sentTo(state)).toHaveLength(2);
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
