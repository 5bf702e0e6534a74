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
import { post } from "#tests/support/visit.ts";
import { attribute, render, tags, words } from "#tests/ui/render.tsx";
import { askToSignIn, askToSignUp, openSession } from "./links.ts";
import { readCookie, later, linkIn, open, person, press, sentTo, signInForm } from "./visitor.ts";

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

describe("looking at a link", () => {
  test("B-006 to B-010 A-022 the page has one form, which posts what the link says", async () => {
    const { link } = await askToSignUp(state, "buy");
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

  test("AMB-B10 it uses nothing up: a scanner may look twice, and signs nobody in", async () => {
    const { link } = await askToSignUp(state);
    for (let times = 0; times < 2; times++) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(readCookie(page)).toBeUndefined();
    }
    const { active } = await db.selectFrom("users").select("active").executeTakeFirstOrThrow();
    expect(active).toBe(false);
    expect((await press(link)).location).toBe("/sell/welcome");
  });

  test("AMB-B10 only the browser that asked for it may be let in without a press", async () => {
    const { link, cookie } = await askToSignUp(state);
    expect((await open(link, cookie)).data).toMatchObject({ sameBrowser: true });
    expect((await open(link)).data).toMatchObject({ sameBrowser: false });
    const { cookie: another } = await signIn(db);
    expect((await open(link, another)).data).toMatchObject({ sameBrowser: false });
  });

  test("the page with a token is kept nowhere", async () => {
    const { headers } = await import("#app/routes/sign-in/authenticate.tsx");
    expect(Reflect.apply(headers, null, [{}])).toEqual({ "Cache-Control": "no-store" });
  });
});

describe("using a link", () => {
  test("B-063 B-064 B-065 A-021 A-022 A-036 A-037 the holder is active, and signed in under a new session", async () => {
    const { link, cookie } = await askToSignUp(state);
    const answer = await press(link, { cookie });
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

    // What the browser held before opens nothing any more.
    expect(readCookie(answer)).not.toBe(cookie);
    const before = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
    expect(await readSession(before)).toBeNull();
  });

  test.each([
    ["B-070", "sell", "/sell/welcome"],
    ["B-071", "buy", "/buy/welcome"],
  ] as const)("%s a customer's link with the role %s leads to %s", async (_id, role, location) => {
    const { link } = await askToSignUp(state, role);
    expect((await press(link)).location).toBe(location);
    expect(warnings()).toEqual([]);
  });

  test("B-069 A-028 an admin's link leads to /admin", async () => {
    const { link } = await askToSignIn({ db, state }, "admin");
    expect((await press(link)).location).toBe("/admin");
    expect(warnings()).toEqual([]);
  });

  test("B-072 B-076 AMB-B12 WF-05.1 a customer's link without a role leads to /welcome-back, with a warning", async () => {
    const { link } = await askToSignIn({ db, state });
    expect((await press(link)).location).toBe("/welcome-back");
    expect(warnings()).toEqual(["A customer link has no role"]);
  });

  test("AMB-A11 WF-06.5 type=admin on a customer's token opens nothing of the staff's, and is reported", async () => {
    const { link } = await askToSignIn({ db, state });
    link.searchParams.set("type", "admin");
    const answer = await press(link);
    expect(answer.location).toBe("/welcome-back");
    expect((await openSession(answer))?.user?.type).toBe("customer");
    expect(warnings()).toContain("A customer's link says it is an admin's");
  });

  test("AMB-B09 using one link voids the person's others", async () => {
    const { link: first } = await askToSignIn({ db, state });
    await later(db, 61);
    await post(askForLink, signInForm(), { path: "/sign-in" });
    const second = linkIn((await sentTo(state))[0]);
    expect(second.href).not.toBe(first.href);
    await press(second);
    expect((await press(first)).location).toBe("/authenticate/link-expired");
  });

  test("AMB-B09 a link lives for 30 minutes", async () => {
    const { link } = await askToSignUp(state);
    const { minutes } = await db
      .selectFrom("magic_link_tokens")
      .select(sql<number>`extract(epoch from expires_at - created_at)::int / 60`.as("minutes"))
      .executeTakeFirstOrThrow();
    expect(minutes).toBe(30);
    await expireLinks();
    expect((await press(link)).location).toBe("/authenticate/link-expired");
  });

  test("AMB-A01 the link of somebody who has been blocked since opens nothing", async () => {
    const { link, id } = await askToSignIn({ db, state });
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect((await open(link)).location).toBe("/authenticate/link-expired");
    expect((await press(link)).location).toBe("/authenticate/link-expired");
  });

  test.each([
    ["looked at", (link: URL) => open(link)],
    ["pressed", (link: URL) => press(link)],
  ])("B-063 sixty links in ten minutes may be %s from one address", async (_what, attempt) => {
    const link = new URL("http://localhost:3000/authenticate?token=x");
    for (let count = 0; count < 60; count++) expect((await attempt(link)).status).toBe(303);
    const answer = await attempt(link);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(580);
    await later(db, 580);
    expect((await attempt(link)).status).toBe(429);
    await later(db, 20);
    expect((await attempt(link)).status).toBe(303);
  });
});

describe("a link that is bad", () => {
  const sealed = "U2FsdGVkX1" + "A".repeat(40) + "==";

  test.each([
    ["B-073", "/authenticate", "/authenticate/link-expired"],
    ["B-073", "/authenticate?token=", "/authenticate/link-expired"],
    ["B-074", "/authenticate?token=nothing", "/authenticate/link-expired"],
    ["B-075", "/authenticate?inv=abc", "/authenticate/invitation-link-expired"],
    ["B-075", "/authenticate?token=&inv=abc", "/authenticate/invitation-link-expired"],
    ["B-075", "/authenticate?token=nothing&inv=abc", "/authenticate/invitation-link-expired"],
  ])("%s B-011 B-012 %s leads to %s, looked at and pressed", async (_id, path, location) => {
    const link = new URL(path, "http://localhost:3000");
    expect((await open(link)).location).toBe(location);
    expect((await press(link)).location).toBe(location);
  });

  test("B-074 a seal that somebody made up", async () => {
    expectError(/No such seal/);
    const link = new URL(`http://localhost:3000/authenticate?token=${encodeURIComponent(sealed)}`);
    expect((await open(link)).location).toBe("/authenticate/link-expired");
  });

  test("B-077 B-078 the page for links guides to sign-in", async () => {
    const html = await render(<LinkExpired />);
    expect(words(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe("Your link has expired");
    expect(tags(html, "a").map((tag) => attribute(tag, "href"))).toContain("/sign-in");
    expect(linkHandle).toMatchObject({
      title: "Your link has expired",
      robots: "noindex, nofollow",
    });
  });

  test("B-077 B-079 the page for invitations says to contact support", async () => {
    const html = await render(<InvitationLinkExpired />);
    expect(words(html.match(/<h1.*?<\/h1>/s)?.[0] ?? "")).toBe("Your link has expired");
    expect(words(html)).toContain("Contact support at");
    expect(html).toContain('href="mailto:support@fanlight.example"');
    expect(invitationHandle).toMatchObject({ robots: "noindex, nofollow" });
  });
});
