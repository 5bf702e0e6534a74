import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sendSealedLink } from "#app/auth/email-link.server.ts";
import { issueToken } from "#app/auth/magic-links.server.ts";
import {
  consumeLink,
  inspectLink,
  readInvitation,
  readLinkQuery,
  type LinkQuery,
} from "#app/auth/open-link.server.ts";
import { setBrowserId } from "#app/auth/browser-id.server.ts";
import { readSession, rememberVisitor } from "#app/auth/session.server.ts";
import { report } from "#app/observability/report.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readCookie as newSessionOf, signIn } from "#tests/support/sign-in.ts";

vi.mock("#app/observability/report.server.ts", () => ({ report: vi.fn() }));
beforeEach(() => void vi.mocked(report).mockClear());

const { db } = useTestDatabase();
const visit = (cookie = "") =>
  new Request("http://localhost:3000/authenticate", { headers: { Cookie: cookie } });
const plain: Omit<LinkQuery, "token"> = { type: "customer", role: "sell", inv: null };

const endSessions = (user_id: string) =>
  db.deleteFrom("sessions").where("user_id", "=", user_id).execute();

const consume = (link: LinkQuery, cookie = "", page: Parameters<typeof consumeLink>[3] = none) =>
  consumeLink(db, visit(cookie), link, page);
const none = { formKey: null, redirectTo: undefined };
const sessionOf = async (outcome: { setCookie: string } | null) =>
  readSession(visit(cookieOf(outcome?.setCookie ?? "")));
const warnings = () =>
  vi
    .mocked(report)
    .mock.calls.map(([error, context]) => [error instanceof Error && error.message, context]);

describe("the query of a link (B-007 to B-010, B-073)", () => {
  test.each([
    ["", null],
    ["token=", null],
    ["type=admin&role=sell", null],
    ["token=t", { token: "t", type: null, role: null, inv: null }],
    ["token=t&type=admin&role=sell&inv=i", { token: "t", type: "admin", role: "sell", inv: "i" }],
    [
      "token=t&type=customer&role=buy&inv=",
      { token: "t", type: "customer", role: "buy", inv: null },
    ],
    ["token=t&type=staff&role=rent", { token: "t", type: null, role: null, inv: null }],
  ])("the link query “%s” is parsed as %j, without unknown values", (query, expected) => {
    expect(readLinkQuery(new URLSearchParams(query))).toEqual(expected);
  });

  test("a file that is submitted in a text field of the link form is ignored", () => {
    const form = new FormData();
    form.set("token", new File(["x"], "x"));
    form.set("inv", new File(["x"], "x"));
    expect(readLinkQuery(form)).toBeNull();
    expect(readInvitation(form)).toBeNull();
  });
});

describe("looking at a link (AMB-B10)", () => {
  test("looking at a link returns its redirect target only to the browser that requested the link", async () => {
    const { id } = await signIn(db);
    const visitor = await rememberVisitor(db, null, { redirect_to: "/sell/about-you" });
    const other = await rememberVisitor(db, null, { redirect_to: "/elsewhere" });
    const link = await linkOf(id, {}, visitor.id);
    const look = (cookie: string) => inspectLink(db, visit(cookie), link);
    expect(await look(cookieOf(visitor.setCookie))).toEqual({
      kind: "alive",
      sameBrowser: true,
      redirectTo: "/sell/about-you",
    });
    for (const cookie of [cookieOf(other.setCookie), ""]) {
      expect(await look(cookie)).toEqual({
        kind: "alive",
        sameBrowser: false,
        redirectTo: undefined,
      });
    }
  });

  test("a link that no browser requested counts as opened in another browser", async () => {
    const { link } = await invite();
    expect(await inspectLink(db, visit(), link)).toMatchObject({ sameBrowser: false });
  });

  test.each([
    ["customer", "sell", "/sell/welcome"],
    ["customer", "buy", "/buy/welcome"],
    ["customer", null, "/welcome-back"],
    ["admin", "sell", "/admin"],
  ] as const)(
    "a signed-in %s’s used link with the role %s leads to %s for 300 seconds (AMB-A06)",
    async (type, role, location) => {
      const { id } = await signIn(db, { type });
      const link = await linkOf(id, { role });
      const cookie = cookieOf((await consume(link))?.setCookie ?? "");
      const look = () => inspectLink(db, visit(cookie), link);
      expect(await look()).toEqual({ kind: "just-used", location });
      await sql`update sessions set signed_in_at = signed_in_at - interval '301 seconds'
        where user_id = ${id}`.execute(db);
      expect(await look()).toEqual({ kind: "bad" });
    },
  );

  test("a used link is rejected for everyone else, and so is a forged token (AMB-A06)", async () => {
    const [sam, eve] = [await signIn(db), await signIn(db)];
    const link = await linkOf(sam.id);
    await consume(link);
    expect(await inspectLink(db, visit(eve.cookie), link)).toEqual({ kind: "bad" });
    expect(await inspectLink(db, visit(), link)).toEqual({ kind: "bad" });
    const made = { ...plain, token: await seal("nobody issued it") };
    expect(await inspectLink(db, visit(eve.cookie), made)).toEqual({ kind: "bad" });
    expect(await inspectLink(db, visit(eve.cookie), { ...plain, token: "x" })).toEqual({
      kind: "bad",
    });
  });
});

describe("using a link (B-063)", () => {
  test.each([
    ["B-070", "customer", { role: "sell" }, "/sell/welcome", []],
    ["B-071", "customer", { role: "buy", type: null }, "/buy/welcome", []],
    [
      "B-072 B-076 AMB-B12",
      "customer",
      { role: null },
      "/welcome-back",
      [["sign-in link has no role", { severity: "warning" }]],
    ],
    ["B-069", "admin", { type: "admin", role: null }, "/admin", []],
    ["B-069", "admin", { type: "customer", role: "sell" }, "/admin", []],
    [
      "AMB-A11",
      "customer",
      { type: "admin" },
      "/sell/welcome",
      [
        [
          "sign-in link type does not match the user: admin link, customer user",
          { severity: "warning" },
        ],
      ],
    ],
  ] as const)(
    "using a link with the query $2 signs in the $1 and redirects to $3 ($0)",
    async (_id, type, query, location, told) => {
      const { id } = await signIn(db, { type });
      const link = await linkOf(id, query);
      const outcome = await consume(link);
      expect(outcome?.location).toBe(location);
      expect(warnings()).toEqual(told);
      const session = await sessionOf(outcome);
      expect(session?.user).toMatchObject({ id, type });
      expect(session?.user?.onboarding).toEqual(link.role ? { intent: link.role } : {});
      expect(session?.data.counted_invitations).toEqual([]);
    },
  );

  test("using a link redirects to the page that the visitor requested first (AMB-A03)", async () => {
    const { id } = await signIn(db);
    const page = { formKey: null, redirectTo: "/sell/payment" };
    expect((await consume(await linkOf(id), "", page))?.location).toBe("/sell/payment");
  });

  test("using a link a second time is rejected and leaves the browser’s session unchanged", async () => {
    const { id } = await signIn(db);
    const other = await signIn(db);
    const link = await linkOf(id);
    await consume(link);
    expect(await consume(link, other.cookie)).toBeNull();
    expect((await readSession(visit(other.cookie)))?.user?.id).toBe(other.id);
    expect(warnings()).toEqual([]);
  });

  test("using a link ends the browser’s previous session (A-021)", async () => {
    const { id } = await signIn(db);
    const { setCookie } = await rememberVisitor(db, null, {});
    await consume(await linkOf(id), cookieOf(setCookie));
    expect(await readSession(visit(cookieOf(setCookie)))).toBeNull();
  });
});

describe("two copies of one submit (AMB-A06)", () => {
  const page = { formKey: "a showing of the page", redirectTo: undefined };

  test("both copies of a submit get the same session, and a submit without the browser’s id or the form key is rejected", async () => {
    const { id } = await signIn(db);
    const browser = cookieOf(await setBrowserId(visit()));
    const link = await linkOf(id);
    const first = await consume(link, browser, page);
    expect(await consume(link, browser, page)).toEqual(first);
    // A submit without the browser’s id or the form key is not a copy.
    expect(await consume(link, "", page)).toBeNull();
    expect(await consume(link, browser, none)).toBeNull();
  });

  test("the second copy of a submit is rejected once the session has ended", async () => {
    const { id } = await signIn(db);
    const browser = cookieOf(await setBrowserId(visit()));
    const link = await linkOf(id);
    await consume(link, browser, page);
    await endSessions(id);
    expect(await consume(link, browser, page)).toBeNull();
  });
});

describe("click count of an invitation (B-066, AMB-B11)", () => {
  test("an invitation counts one click per browser, and the session remembers several invitations", async () => {
    const [one, two] = [await invite(), await invite()];
    const first = await consume(one.link);
    const session = await sessionOf(first);
    expect(session?.user?.onboarding).toEqual({ intent: "sell", invitation_id: one.id });
    expect(session?.data.counted_invitations).toEqual([one.id]);
    expect(await one.clicks()).toBe(1);

    const second = await consume(two.link, cookieOf(first?.setCookie ?? ""));
    expect((await sessionOf(second))?.data.counted_invitations).toEqual([one.id, two.id]);
    expect(await two.clicks()).toBe(1);
    await consume(one.link, cookieOf(second?.setCookie ?? ""));
    expect(await one.clicks()).toBe(1);
    await consume(one.link);
    expect(await one.clicks()).toBe(2);
  });

  test("an invitation’s link signs the person in and reports a warning if its click cannot be counted (B-068)", async () => {
    const { link, user, clicks } = await invite();
    const mend = await breakWrites(db, "invitations");
    const outcome = await consume(link);
    await mend();
    expect((await sessionOf(outcome))?.user?.id).toBe(user.id);
    expect(await clicks()).toBe(0);
    expect(warnings()).toEqual([
      [expect.any(String), { severity: "warning", what: "invitation click" }],
    ]);
  });

  test("a link with a missing or wrong invitation token counts no click", async () => {
    const { link, clicks } = await invite();
    const other = await invite();
    await consume({ ...link, inv: null });
    await consume({ ...link, inv: other.link.inv });
    expect([await clicks(), await other.clicks()]).toEqual([0, 0]);
  });

  test("a sign-in link with an added invitation token counts no click", async () => {
    const { link, clicks, user } = await invite();
    await consume(await linkOf(user.id, { inv: link.inv }));
    expect(await clicks()).toBe(0);
  });

  test("a copy of an invitation’s submit counts no further click, even after the session has ended", async () => {
    const { link, clicks, user } = await invite();
    const browser = cookieOf(await setBrowserId(visit()));
    const page = { formKey: "a showing of the page", redirectTo: undefined };
    const first = await consume(link, browser, page);
    expect(await consume(link, browser, page)).toEqual(first);
    await endSessions(user.id);
    const again = await consume(link, browser, page);
    expect((await sessionOf(again))?.user?.id).toBe(user.id);
    expect(again?.setCookie).not.toBe(first?.setCookie);
    expect(await clicks()).toBe(1);
  });
});

test("a new session has no counted invitations (AMB-B11)", async () => {
  const { id } = await signIn(db);
  const session = await readSession(visit(await newSessionOf(db, { id })));
  expect(session?.data.counted_invitations).toEqual([]);
});

async function seal(token: string) {
  let sealed = "";
  await sendSealedLink(token, (link) => {
    sealed = link.searchParams.get("token") ?? "";
    return Promise.resolve();
  });
  return sealed;
}

async function linkOf(user_id: string, more: Partial<LinkQuery> = {}, requested_by = "nobody") {
  const token = await issueToken(db, { user_id, purpose: "sign_in", requested_by });
  return { ...plain, token: await seal(token), ...more };
}

async function invite() {
  const staff = await signIn(db, { type: "admin" });
  const user = await signIn(db);
  const inv = randomUUID();
  const { id } = await db
    .insertInto("invitations")
    .values({
      user_id: user.id,
      invited_by: staff.id,
      role: "sell",
      new_user: true,
      status: "sent",
      token_hash: createHash("sha256").update(inv).digest("hex"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = await issueToken(db, {
    user_id: user.id,
    purpose: "invitation",
    invitation_id: id,
  });
  const clicks = async () => {
    const row = await db
      .selectFrom("invitations")
      .select("link_click_count")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.link_click_count;
  };
  return { id, user, clicks, link: { ...plain, token: await seal(token), inv } };
}
