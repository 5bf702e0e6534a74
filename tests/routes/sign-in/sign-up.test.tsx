import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import SignUp, { action, loader } from "#app/routes/sign-in/sign-up.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, shownValues } from "#tests/support/call-route.ts";
import { attribute, byId, render, tags, visibleText } from "#tests/ui/render.tsx";
import { path, send, show } from "./sign-up-page.tsx";
import { sentTo } from "./visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(() => emptyTables(db));

describe("the sign-up page", () => {
  test("the sign-up page has its title, fields and button (B-002 B-018 B-020 to B-025 B-044)", async () => {
    const html = await show("/sign-up");
    expect(visibleText(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe(
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
      expect(visibleText(labelled ?? "")).toBe(label);
      expect(attribute(byId(html, id), "type")).toBe(type);
    }
    expect(html).toMatch(/<button[^>]*class="button"[^>]*>Send me a magic link<\/button>/);
  });

  test("the sign-up page selects the country GB for the mobile number (B-023)", async () => {
    const html = await show("/sign-up");
    const chosen = tags(html, "option").filter((tag) => tag.includes("selected"));
    expect(chosen.map((tag) => attribute(tag, "value"))).toEqual(["GB"]);
  });

  test.each([
    ["/sign-up", "sell"],
    ["/sell/get-started", "sell"],
    ["/buy/get-started", "buy"],
  ])(
    "the path %s shows the sign-up page for the role %s (B-003 B-004 B-005 B-026 B-027 A-019 A-020)",
    async (at, role) => {
      const html = await show(at);
      const links = tags(html, "a").filter((tag) => tag.includes("/get-started"));
      expect(links.map((tag) => [attribute(tag, "href"), attribute(tag, "aria-current")])).toEqual([
        ...(role === "buy" ? [["/sell/get-started", undefined]] : []),
        ["/sell/get-started", role === "sell" ? "page" : undefined],
        ["/buy/get-started", role === "buy" ? "page" : undefined],
      ]);
    },
  );

  test.each([
    ["sell", ["Sell 80% faster than the market", "Sell without fear of fall throughs"]],
    [
      "buy",
      [
        "Free legals and searches worth £2,500+",
        "Buy with confidence with award-winning solicitors",
      ],
    ],
  ])(
    "the sign-up page for the role %s has the headline benefits %j and two testimonials (B-033 to B-038)",
    async (role, benefits) => {
      const html = await show(`/${role}/get-started`);
      const list = /<ul class="pitch-benefits">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
      expect(
        [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => visibleText(item ?? "")),
      ).toEqual(benefits);
      const quotes = [...html.matchAll(/<figure class="pitch-quote">(.*?)<\/figure>/gs)];
      expect(quotes).toHaveLength(2);
      for (const [, quote] of quotes) expect(visibleText(quote ?? "")).toMatch(/^Example \S/);
    },
  );

  test("the sign-up page shows no testimonials if doubles are off (AMB-B17)", async () => {
    const { data } = await get(loader, { path });
    const html = await render(<SignUp />, {
      path,
      loaderData: { ...Object(data), showExamples: false },
    });
    expect(html).not.toContain("quote");
    expect(html).toContain("Sell 80% faster than the market");
  });

  test("the sign-up page shows the support email address (B-032)", async () => {
    expect(await show("/sign-up")).toContain('href="mailto:support@fanlight.example"');
  });

  test("the sign-up page says that onboarding takes less than 5 minutes (B-019)", async () => {
    expect(visibleText(await show("/sign-up"))).toContain("in less than 5 minutes");
  });
});

describe("validation of the sign-up form", () => {
  test.each([
    ["B-039", "first_name", "", "Please enter your first name"],
    ["B-039", "first_name", "  ", "Please enter your first name"],
    ["B-040", "last_name", "", "Please enter your last name"],
    [
      "B-041",
      "email",
      "",
      "Please enter a valid email address. It should look like name@example.com",
    ],
    [
      "B-041",
      "email",
      "sam@",
      "Please enter a valid email address. It should look like name@example.com",
    ],
    ["B-042", "phone_number", "", "Invalid mobile number. Enter a number like 07400 123456"],
    [
      "B-042",
      "phone_number",
      "07400 12345",
      "Invalid mobile number. Enter a number like 07400 123456",
    ],
    [
      "B-042",
      "phone_number",
      "020 7946 0018",
      "Invalid mobile number. Enter a number like 07400 123456",
    ],
  ])("the sign-up form refuses the value $2 of $1: $3 ($0)", async (_id, field, typed, text) => {
    const answer = await send({ [field]: typed });
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({ [field]: [text] });
    if (typed) expect(shownValues(answer)).toMatchObject({ [field]: typed });
    if (field !== "last_name") expect(shownValues(answer)).toMatchObject({ last_name: "Seller" });
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
    expect(await sentTo(state)).toEqual([]);
  });

  test("an empty sign-up form lists four errors in page order, above the form and next to the fields", async () => {
    const empty = { first_name: "", last_name: "", phone_number: "", email: "" };
    const answer = await send(empty);
    const texts = [
      "Please enter your first name",
      "Please enter your last name",
      "Invalid mobile number. Enter a number like 07400 123456",
      "Please enter a valid email address. It should look like name@example.com",
    ];
    expect(Object.values(listErrors(answer)).flat()).toEqual(texts);
    const html = await show(path, { actionData: answer.data });
    for (const text of texts) expect(html.split(text)).toHaveLength(3);
  });

  test("a new customer is stored as inactive, with an E.164 number and no middle name (B-043 B-044 B-045 B-080 A-020)", async () => {
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

  test("a sign-up accepts a foreign number, and a number with “+” (B-023 B-043)", async () => {
    await send({ phone_number: "06 12 34 56 78", phone_country: "FR" });
    await send({ phone_number: "+33 6 12 34 56 79", email: "two@example.test" });
    const numbers = await db.selectFrom("users").select("phone_number").orderBy("id").execute();
    expect(new Set(numbers.map(({ phone_number }) => phone_number))).toEqual(
      new Set(["+33612345678", "+33612345679"]),
    );
  });
});

test("the sign-up page redirects a person who is signed in to /welcome-back (A-025 B-002 AMB-A04)", async () => {
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

test("a sign-up POST that is not form data answers 400", async () => {
  const request = new Request("http://localhost:3000/sign-up", {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json" },
  });
  await expect(action({ request, params: {}, context: {} })).rejects.toMatchObject({ status: 400 });
});
