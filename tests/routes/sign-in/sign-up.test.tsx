import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import SignUp, { action, loader } from "#app/routes/sign-in/sign-up.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { errorsOf, get, post, typedIn } from "#tests/support/visit.ts";
import { attribute, byId, render, tags, words } from "#tests/ui/render.tsx";
import { agedKey, cookieOf, later, linkIn, person, sentTo, signUpForm } from "./visitor.ts";

vi.mock("#app/http/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

const path = "/sell/get-started";
const send = (change: Record<string, string> = {}, at = path, cookie?: string) =>
  post(action, signUpForm(change), { path: at, ...(cookie && { cookie }) });

async function show(at: string, options: { actionData?: unknown; cookie?: string } = {}) {
  const { data } = await get(loader, {
    path: at,
    ...(options.cookie && { cookie: options.cookie }),
  });
  return render(<SignUp />, {
    path: at,
    loaderData: Object(data),
    ...(options.actionData !== undefined && { actionData: options.actionData }),
  });
}

describe("the page", () => {
  test("B-002 B-018 B-020 to B-025 B-044 its title, fields and button", async () => {
    const html = await show("/sign-up");
    expect(words(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe(
      "Get started in less than 5 minutes",
    );
    for (const [id, label, type] of [
      ["sign-up-first_name", "First name", "text"],
      ["sign-up-middle_name", "Middle name (optional)", "text"],
      ["sign-up-last_name", "Last name", "text"],
      ["sign-up-phone_number", "Mobile number", "tel"],
      ["sign-up-email", "Email address", "email"],
    ] as const) {
      const labelled = new RegExp(`<label[^>]*for="${id}"[^>]*>(.*?)</label>`, "s").exec(html)?.[1];
      expect(words(labelled ?? "")).toBe(label);
      expect(attribute(byId(html, id), "type")).toBe(type);
    }
    expect(html).toMatch(/<button[^>]*class="btn"[^>]*>Send me a magic link<\/button>/);
  });

  test("B-023 the mobile number's country is GB at first", async () => {
    const html = await show("/sign-up");
    const chosen = tags(html, "option").filter((tag) => tag.includes("selected"));
    expect(chosen.map((tag) => attribute(tag, "value"))).toEqual(["GB"]);
  });

  test.each([
    ["/sign-up", "sell"],
    ["/sell/get-started", "sell"],
    ["/buy/get-started", "buy"],
  ])("B-003 B-004 B-005 B-026 B-027 A-019 A-020 %s is the page of a %s", async (at, role) => {
    const html = await show(at);
    const links = tags(html, "a").filter((tag) => tag.includes("/get-started"));
    expect(links.map((tag) => [attribute(tag, "href"), attribute(tag, "aria-current")])).toEqual([
      ["/sell/get-started", role === "sell" ? "page" : undefined],
      ["/buy/get-started", role === "buy" ? "page" : undefined],
    ]);
  });

  test.each([
    ["sell", ["Sell 80% faster than the market", "Sell without fear of fall throughs"]],
    [
      "buy",
      [
        "Free legals and searches worth £2,500+",
        "Buy with confidence with award-winning solicitors",
      ],
    ],
  ])("B-033 to B-038 %s has two headline benefits and two testimonials", async (role, benefits) => {
    const html = await show(`/${role}/get-started`);
    const list = /<ul class="benefits">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
    expect([...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => words(item ?? ""))).toEqual(
      benefits,
    );
    const quotes = [...html.matchAll(/<figure class="quote">(.*?)<\/figure>/gs)];
    expect(quotes).toHaveLength(2);
    for (const [, quote] of quotes) expect(words(quote ?? "")).toMatch(/^Example \S/);
  });

  test("AMB-B17 without doubles no quote is shown", async () => {
    const { data } = await get(loader, { path });
    const html = await render(<SignUp />, {
      path,
      loaderData: { ...Object(data), showExamples: false },
    });
    expect(html).not.toContain("quote");
    expect(html).toContain("Sell 80% faster than the market");
  });

  test("B-032 the support email is shown", async () => {
    expect(await show("/sign-up")).toContain('href="mailto:support@fanlight.example"');
  });

  test("B-019 onboarding is said to take under 5 minutes", async () => {
    expect(words(await show("/sign-up"))).toContain("in less than 5 minutes");
  });
});

describe("what is typed", () => {
  test.each([
    ["B-039", "first_name", "", "Please enter your first name"],
    ["B-039", "first_name", "  ", "Please enter your first name"],
    ["B-040", "last_name", "", "Please enter your last name"],
    ["B-041", "email", "", "Please enter a valid email address"],
    ["B-041", "email", "sam@", "Please enter a valid email address"],
    ["B-042", "phone_number", "", "Invalid mobile number"],
    ["B-042", "phone_number", "07400 12345", "Invalid mobile number"],
    ["B-042", "phone_number", "020 7946 0018", "Invalid mobile number"],
  ])("%s %s %j: %s", async (_id, field, typed, text) => {
    const answer = await send({ [field]: typed });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual({ [field]: [text] });
    if (typed) expect(typedIn(answer)).toMatchObject({ [field]: typed });
    if (field !== "last_name") expect(typedIn(answer)).toMatchObject({ last_name: "Seller" });
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
    expect(await sentTo(state)).toEqual([]);
  });

  test("an empty form says all four texts in the order of the page, and the page shows them twice", async () => {
    const empty = { first_name: "", last_name: "", phone_number: "", email: "" };
    const answer = await send(empty);
    const texts = [
      "Please enter your first name",
      "Please enter your last name",
      "Invalid mobile number",
      "Please enter a valid email address",
    ];
    expect(Object.values(errorsOf(answer)).flat()).toEqual(texts);
    const html = await show(path, { actionData: answer.data });
    for (const text of texts) expect(html.split(text)).toHaveLength(3);
  });

  test("B-043 B-044 B-045 B-080 A-020 a customer is kept: not active, E.164, no middle name", async () => {
    await send({ phone_number: "07400 123456", email: " Sam@Example.test " });
    expect(await db.selectFrom("users").selectAll().execute()).toMatchObject([
      {
        type: "customer",
        active: false,
        email: "sam@example.test",
        first_name: "Sam",
        middle_name: null,
        last_name: "Seller",
        phone_number: "+447400123456",
      },
    ]);
    const [link] = await db.selectFrom("magic_link_tokens").selectAll().execute();
    expect(link).toMatchObject({ purpose: "sign_up", role: "sell", used_at: null });
  });

  test("B-023 B-043 the number of another country, and one typed with +", async () => {
    await send({ phone_number: "06 12 34 56 78", phone_country: "FR" });
    await send({ phone_number: "+33 6 12 34 56 79", email: "two@example.test" });
    const numbers = await db.selectFrom("users").select("phone_number").orderBy("id").execute();
    expect(new Set(numbers.map(({ phone_number }) => phone_number))).toEqual(
      new Set(["+33612345678", "+33612345679"]),
    );
  });
});

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

test("A-025 B-002 AMB-A04 whoever is signed in goes to /welcome-back", async () => {
  const { cookie } = await signIn(db);
  for (const at of ["/sign-up", "/sell/get-started", "/buy/get-started"]) {
    expect(await get(loader, { path: at, cookie })).toMatchObject({
      status: 302,
      location: "/welcome-back",
    });
  }
  expect((await send({}, "/sign-up", cookie)).location).toBe("/welcome-back");
  expect(await sentTo(state)).toEqual([]);
});

test("a post that is no form is refused", async () => {
  const request = new Request("http://localhost:3000/sign-up", {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json" },
  });
  await expect(action({ request, params: {}, context: {} })).rejects.toMatchObject({ status: 400 });
});
