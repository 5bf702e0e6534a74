import "#tests/ui/router.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { readSession } from "#app/auth/session.server.ts";
import { report } from "#app/observability/report.server.ts";
import Authenticate from "#app/routes/sign-in/authenticate.tsx";
import InvitationLinkExpired, {
  handle as invitationHandle,
} from "#app/routes/sign-in/invitation-link-expired.tsx";
import LinkExpired, { handle as linkHandle } from "#app/routes/sign-in/link-expired.tsx";
import { action as askForLink } from "#app/routes/sign-in/sign-in.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { attribute, render, tags, visibleText } from "#tests/ui/render.tsx";
import { requestSignInLink, requestSignUpLink, openSession } from "./links.ts";
import {
  readCookie,
  later,
  linkIn,
  open,
  person,
  submitContinue,
  sentTo,
  signInForm,
} from "./visitor.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
beforeEach(async () => {
  vi.mocked(report).mockClear();
  await emptyTables(db);
});

const warnings = () =>
  vi
    .mocked(report)
    .mock.calls.filter(([, context]) => context?.severity === "warning")
    .map(([error]) => (error instanceof Error ? error.message : ""));

async function expireLinks() {
  await db
    .updateTable("magic_link_tokens")
    .set({ expires_at: sql`now() - interval '1 second'` })
    .execute();
}

describe("opening a sign-in link", () => {
  test("the page of a sign-in link has one form, which posts the link’s parameters (B-006 to B-010 A-022)", async () => {
    const { link } = await requestSignUpLink(state, "buy");
    link.searchParams.set("inv", "invitation");
    const page = await open(link);
    expect(page.status).toBe(200);
    const html = await render(<Authenticate />, { loaderData: Object(page.data) });
    expect(tags(html, "form").map((tag) => attribute(tag, "method"))).toEqual(["post"]);
    expect(attribute(tags(html, "form")[0], "action")).toBe("/authenticate");
    const fields = tags(html, "input").map((tag) => [
      attribute(tag, "name"),
      attribute(tag, "value"),
    ]);
    expect(fields).toContainEqual(["token", link.searchParams.get("token")]);
    expect(fields).toContainEqual(["type", "customer"]);
    expect(fields).toContainEqual(["role", "buy"]);
    expect(fields).toContainEqual(["inv", "invitation"]);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Continue<\/button>/);
  });

  test("opening a sign-in link does not use it up, so an email scanner cannot sign in (AMB-B10)", async () => {
    const { link } = await requestSignUpLink(state);
    for (let times = 0; times < 2; times++) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(readCookie(page)).toBeUndefined();
    }
    const { active } = await db.selectFrom("users").select("active").executeTakeFirstOrThrow();
    expect(active).toBe(false);
    expect((await submitContinue(link)).location).toBe("/sell/welcome");
  });

  test("only the browser that requested a sign-in link may sign in automatically (AMB-B10)", async () => {
    const { link, cookie } = await requestSignUpLink(state);
    expect((await open(link, cookie)).data).toMatchObject({ sameBrowser: true });
    expect((await open(link)).data).toMatchObject({ sameBrowser: false });
    const { cookie: another } = await signIn(db);
    expect((await open(link, another)).data).toMatchObject({ sameBrowser: false });
  });

  test("the page of a sign-in link is sent with Cache-Control: no-store", async () => {
    const { headers } = await import("#app/routes/sign-in/authenticate.tsx");
    expect(Reflect.apply(headers, null, [{}])).toEqual({ "Cache-Control": "no-store" });
  });
});

describe("using a sign-in link", () => {
  test("using a sign-in link activates the user and starts a new session (B-063 B-064 B-065 A-021 A-022 A-036 A-037)", async () => {
    const { link, cookie } = await requestSignUpLink(state);
    const answer = await submitContinue(link, { cookie });
    expect(answer.status).toBe(303);
    const session = await openSession(answer);
    expect(session?.user).toMatchObject({
      type: "customer",
      email: person.email,
      first_name: "Sam",
      onboarding: { intent: "sell" },
      signed_in_recently: true,
    });
    expect(await db.selectFrom("users").select("active").execute()).toEqual([{ active: true }]);

    // The session that the browser had before is no longer valid.
    expect(readCookie(answer)).not.toBe(cookie);
    const before = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
    expect(await readSession(before)).toBeNull();
  });

  test.each([
    ["B-070", "sell", "/sell/welcome"],
    ["B-071", "buy", "/buy/welcome"],
  ] as const)(
    "a customer’s link with the role $1 leads to $2 ($0)",
    async (_id, role, location) => {
      const { link } = await requestSignUpLink(state, role);
      expect((await submitContinue(link)).location).toBe(location);
      expect(warnings()).toEqual([]);
    },
  );

  test("a link for staff leads to /admin (B-069 A-028)", async () => {
    const { link } = await requestSignInLink({ db, state }, "admin");
    expect((await submitContinue(link)).location).toBe("/admin");
    expect(warnings()).toEqual([]);
  });

  test("a customer’s link without a role leads to /welcome-back with a warning (B-072 B-076 AMB-B12 WF-05.1)", async () => {
    const { link } = await requestSignInLink({ db, state });
    expect((await submitContinue(link)).location).toBe("/welcome-back");
    expect(warnings()).toEqual(["sign-in link has no role"]);
  });

  test("type=admin in a customer’s link is ignored and logged (AMB-A11 WF-06.5)", async () => {
    const { link } = await requestSignInLink({ db, state });
    link.searchParams.set("type", "admin");
    const answer = await submitContinue(link);
    expect(answer.location).toBe("/welcome-back");
    expect((await openSession(answer))?.user?.type).toBe("customer");
    expect(warnings()).toContain(
      "sign-in link type does not match the user: admin link, customer user",
    );
  });

  test("using a sign-in link invalidates the person’s other links (AMB-B09)", async () => {
    const { link: first } = await requestSignInLink({ db, state });
    await later(db, 61);
    await post(askForLink, signInForm(), { path: "/sign-in" });
    const second = linkIn((await sentTo(state))[0]);
    expect(second.href).not.toBe(first.href);
    await submitContinue(second);
    expect((await submitContinue(first)).location).toBe("/authenticate/link-expired");
  });

  test("a sign-in link works for 30 minutes (AMB-B09)", async () => {
    const { link } = await requestSignUpLink(state);
    const { minutes } = await db
      .selectFrom("magic_link_tokens")
      .select(sql<number>`extract(epoch from expires_at - created_at)::int / 60`.as("minutes"))
      .executeTakeFirstOrThrow();
    expect(minutes).toBe(30);
    await expireLinks();
    expect((await submitContinue(link)).location).toBe("/authenticate/link-expired");
  });

  test("a sign-in link of a person who was blocked after requesting it is shown as expired (AMB-A01)", async () => {
    const { link, id } = await requestSignInLink({ db, state });
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect((await open(link)).location).toBe("/authenticate/link-expired");
    expect((await submitContinue(link)).location).toBe("/authenticate/link-expired");
  });

  test.each([
    ["opened", (link: URL) => open(link)],
    ["submitted", (link: URL) => submitContinue(link)],
  ])(
    "at most 60 sign-in links in ten minutes can be %s from one network address (B-063)",
    async (_what, attempt) => {
      const link = new URL("http://localhost:3000/authenticate?token=x");
      for (let count = 0; count < 60; count++) expect((await attempt(link)).status).toBe(303);
      const answer = await attempt(link);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(580);
      await later(db, 580);
      expect((await attempt(link)).status).toBe(429);
      await later(db, 20);
      expect((await attempt(link)).status).toBe(303);
    },
  );
});

describe("an invalid sign-in link", () => {
  const sealed = "U2FsdGVkX1" + "A".repeat(40) + "==";

  test.each([
    ["B-073", "/authenticate", "/authenticate/link-expired"],
    ["B-073", "/authenticate?token=", "/authenticate/link-expired"],
    ["B-074", "/authenticate?token=nothing", "/authenticate/link-expired"],
    ["B-075", "/authenticate?inv=abc", "/authenticate/invitation-link-expired"],
    ["B-075", "/authenticate?token=&inv=abc", "/authenticate/invitation-link-expired"],
    ["B-075", "/authenticate?token=nothing&inv=abc", "/authenticate/invitation-link-expired"],
  ])(
    "an invalid link $1 leads to $2 on GET and POST ($0, B-011 B-012)",
    async (_id, path, location) => {
      const link = new URL(path, "http://localhost:3000");
      expect((await open(link)).location).toBe(location);
      expect((await submitContinue(link)).location).toBe(location);
    },
  );

  test("a sign-in link with a forged encrypted token is shown as expired (B-074)", async () => {
    expectError(/No such seal/);
    const link = new URL(`http://localhost:3000/authenticate?token=${encodeURIComponent(sealed)}`);
    expect((await open(link)).location).toBe("/authenticate/link-expired");
  });

  test("the expired-link page links to the sign-in page (B-077 B-078)", async () => {
    const html = await render(<LinkExpired />);
    expect(visibleText(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe("Your link has expired");
    expect(tags(html, "a").map((tag) => attribute(tag, "href"))).toContain("/sign-in");
    expect(linkHandle).toMatchObject({
      title: "Your link has expired",
      robots: "noindex, nofollow",
    });
  });

  test("the expired-invitation page shows the support address (B-077 B-079)", async () => {
    const html = await render(<InvitationLinkExpired />);
    expect(visibleText(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe("Your link has expired");
    expect(visibleText(html)).toContain("Contact support at");
    expect(html).toContain('href="mailto:support@fanlight.example"');
    expect(invitationHandle).toMatchObject({ robots: "noindex, nofollow" });
  });
});
