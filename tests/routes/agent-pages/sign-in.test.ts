import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { action as useLink, loader as openLink } from "#app/routes/agent-pages/open.tsx";
import { action as askForLink, loader as emailBox } from "#app/routes/agent-pages/sign-in.tsx";
import { action as signOut } from "#app/routes/agent-pages/sign-out.ts";
import { loader as firmPage } from "#app/routes/firm-pages/firm-page.tsx";
import { paths } from "#app/paths.ts";
import { emails } from "#mocks/postmark.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import {
  agentMatter,
  assignOffice,
  insertOffice,
  signInAgent,
} from "#tests/support/agent-pages.ts";
import { get, post } from "#tests/support/call-route.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { firmMatter, signInFirm, solicitorOf } from "#tests/support/firm-pages.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { visitOffice, visitSale } from "./use-agent.ts";

// The email renderer takes seconds to load, which is longer than sending a link may take.
await Promise.all([import("#app/emails/index.server.ts"), import("#app/emails/layout.tsx")]);

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
const BLACK_HOLE = "test@blackhole.postmarkapp.com";
const UNKNOWN_OFFICE = "65a000000000000000000001";

let matter: Awaited<ReturnType<typeof agentMatter>>;
let office = "";
beforeAll(async () => {
  matter = await agentMatter(db);
  office = matter.estate_agent_id;
});
beforeEach(() => ageRateLimits(db, 100_000));
afterEach(() => void vi.restoreAllMocks());

const ask = (email: string, id = office, cookie = "") =>
  post(
    askForLink,
    { email, website: "", recaptcha_token: "pass:firm_sign_in", form_key: agedKey("firm-sign-in") },
    { params: { id }, path: paths.agent.signIn(id), cookie },
  );

const sent = () => state.list(emails);

/** Returns the link in the newest email. */
async function linkSent(): Promise<URL> {
  const text = (await sent()).at(0)?.TextBody ?? "";
  return new URL(/https?:\/\/\S+\/agents\/\S+token=\S+/.exec(text)?.[0] ?? "");
}

const idOf = ({ pathname }: URL) => pathname.split("/")[2] ?? "";

const open = (link: URL) =>
  get(openLink, { params: { id: idOf(link) }, path: link.pathname + link.search });

const press = (link: URL) =>
  post(
    useLink,
    { token: link.searchParams.get("token") ?? "" },
    { params: { id: idOf(link) }, path: link.pathname + link.search },
  );

const visit = (cookie: string, estate_agent_id = office) =>
  visitOffice({ estate_agent_id, cookie });

describe("the email box of an office’s page", () => {
  test.each(["an office", "no office"])(
    "the address of %s leads a visitor to the email box, and reveals nothing",
    async (which) => {
      const id = which === "an office" ? office : UNKNOWN_OFFICE;
      const page = await visit("", id);
      expect([page.status, page.path]).toEqual([302, paths.agent.signIn(id)]);
      const shown = await get(emailBox, { params: { id }, path: page.location ?? "" });
      expect(shown.status).toBe(200);
      expect(JSON.stringify(shown.data)).not.toMatch(/Arch|Northgate|Fenton|Byron|York/);
    },
  );

  test("an address that no page has is a 404", async () => {
    const answer = await get(emailBox, { params: { id: "x" }, path: paths.agent.signIn("x") });
    expect(answer.status).toBe(404);
  });

  test("a link is emailed to each person of the office, and to no one else", async () => {
    const other = await insertOffice(db);
    const answers = [];
    for (const email of [
      matter.email,
      `NED.${matter.email}`,
      `cora.${matter.email}`,
      other.email,
      "forwarded@example.test",
    ]) {
      answers.push(await ask(email));
    }
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 ${paths.agent.signIn(office, { sent: true })}`]),
    );
    const to = (await sent()).map(({ To }) => To.toLowerCase()).slice(0, 5);
    expect(to.toReversed()).toEqual([
      matter.email,
      `ned.${matter.email}`,
      `cora.${matter.email}`,
      ...Array.from({ length: 2 }, () => BLACK_HOLE),
    ]);
  });

  test("an address of the office, an unknown one and an office that doesn’t exist cause the same queries", async () => {
    const work = async (email: string, id = office) => {
      const queries = vi.spyOn(pg.Client.prototype, "query");
      await runInRequest({ id: "1", socketAddress: "::1" }, () => ask(email, id));
      const texts = queries.mock.calls.map(([query]) =>
        typeof query === "string" ? query : String(Reflect.get(Object(query), "text")),
      );
      queries.mockRestore();
      return texts;
    };
    await work("warm@example.test");
    const known = await work(matter.email);
    expect(known.length).toBeGreaterThan(10);
    expect(await work("unknown@example.test")).toEqual(known);
    expect(await work("other@example.test", UNKNOWN_OFFICE)).toEqual(known);
  });

  test("links to one mailbox are limited as at sign-in", async () => {
    await ask(matter.email);
    const again = await ask(matter.email);
    expect([again.status, again.headers.has("Retry-After")]).toEqual([429, true]);
  });
});

describe("the emailed link of an office", () => {
  test("opening it changes nothing, and only “Continue” signs in, once", async () => {
    await ask(matter.email);
    const link = await linkSent();
    for (let visits = 0; visits < 3; visits++) expect((await open(link)).status).toBe(200);
    const used = await press(link);
    expect([used.status, used.path]).toEqual([303, paths.agent.page(office)]);
    const setCookie = used.headers.get("Set-Cookie") ?? "";
    expect(setCookie).toMatch(
      new RegExp(
        `^agent=.*; Max-Age=43200; Path=${paths.agent.page(office)}; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect((await visit(cookieOf(setCookie))).status).toBe(200);
    const second = await press(link);
    expect([second.path, second.headers.has("Set-Cookie")]).toEqual([
      paths.agent.signIn(office),
      false,
    ]);
  });

  test("signing in ends the person’s other links, and no one else’s", async () => {
    await ask(matter.email);
    const first = await linkSent();
    await ageRateLimits(db, 100_000);
    await ask(`ned.${matter.email}`);
    const of_ned = await linkSent();
    await ageRateLimits(db, 100_000);
    await ask(matter.email);
    expect((await press(await linkSent())).headers.has("Set-Cookie")).toBe(true);
    expect((await press(first)).headers.has("Set-Cookie")).toBe(false);
    expect((await press(of_ned)).headers.has("Set-Cookie")).toBe(true);
  });

  test.each(["expired", "of another office", "of a person who has left", "wrong"])(
    "a link that is %s leads to the email box",
    async (what) => {
      const own = await insertOffice(db);
      await ask(own.email, own.estate_agent_id);
      const link = await linkSent();
      if (what === "expired") {
        await db
          .updateTable("firm_sessions")
          .set({ expires_at: new Date(0) })
          .execute();
      }
      if (what === "of another office") link.pathname = paths.agent.open(office);
      if (what === "of a person who has left") {
        await db.deleteFrom("valuers").where("email", "=", own.email).execute();
      }
      if (what === "wrong") link.searchParams.set("token", "wrong");
      for (const answer of [await open(link), await press(link)]) {
        const to = paths.agent.signIn(idOf(link));
        expect([answer.path, answer.headers.has("Set-Cookie")]).toEqual([to, false]);
      }
    },
  );
});

describe("an office’s session", () => {
  test("opens one office, and nothing of customers, staff or law firms", async () => {
    const other = await agentMatter(db);
    const cookie = await signInAgent(db, matter);
    expect((await visit(cookie)).status).toBe(200);
    expect((await visit(cookie, other.estate_agent_id)).path).toBe(
      paths.agent.signIn(other.estate_agent_id),
    );
    const page = await get(firmPage, {
      params: { side: "seller", id: matter.id },
      path: paths.firm.page("seller", matter.id),
      cookie: cookie.replace(/^agent=/, "firm="),
    });
    expect(page.path).toBe(paths.firm.signIn("seller", matter.id));
  });

  test("isn’t that of a law firm, a customer or staff, who are visitors here", async () => {
    const firm = await firmMatter(db);
    const place = { transaction_id: firm.id, side: "seller" } as const;
    const cookies = [
      (await signInFirm(db, place)).replace(/^firm=/, "agent="),
      (await signIn(db)).cookie,
      (await signIn(db, { type: "admin" })).cookie,
    ];
    await assignOffice(db, firm.id, office);
    for (const cookie of cookies) {
      expect((await visit(cookie)).path).toBe(paths.agent.signIn(office));
    }
    expect(solicitorOf("seller")).not.toBe(matter.email);
  });

  test.each<[string, (own: { estate_agent_id: string; email: string }) => Promise<unknown>]>([
    [
      "without this person",
      ({ email }) => db.deleteFrom("valuers").where("email", "=", email).execute(),
    ],
    [
      "signed in for 12 hours",
      () => db.updateTable("firm_sessions").set({ expires_at: new Date() }).execute(),
    ],
    [
      "deleted",
      ({ estate_agent_id }) =>
        db.deleteFrom("estate_agents").where("id", "=", estate_agent_id).execute(),
    ],
  ])("an office that is %s loses access at once", async (_, act) => {
    const own = await insertOffice(db);
    const cookie = await signInAgent(db, own);
    expect((await visit(cookie, own.estate_agent_id)).status).toBe(200);
    await act(own);
    expect((await visit(cookie, own.estate_agent_id)).path).toBe(
      paths.agent.signIn(own.estate_agent_id),
    );
  });

  test("a replaced office loses access to that sale at once, and keeps its others", async () => {
    const own = await agentMatter(db);
    const kept = await agentMatter(db);
    await assignOffice(db, kept.id, own.estate_agent_id);
    const cookie = await signInAgent(db, own);
    const at = { estate_agent_id: own.estate_agent_id, cookie };
    expect((await visitSale({ ...at, id: own.id })).status).toBe(200);
    await assignOffice(db, own.id, office);
    expect((await visitSale({ ...at, id: own.id })).status).toBe(404);
    expect((await visitSale({ ...at, id: kept.id })).status).toBe(200);
  });

  test("ends with “Sign out”", async () => {
    const cookie = await signInAgent(db, matter);
    const path = paths.agent.signOut(office);
    const answer = await post(signOut, {}, { params: { id: office }, path, cookie });
    expect([answer.status, answer.path]).toEqual([303, paths.agent.signIn(office)]);
    expect((await visit(cookie)).status).toBe(302);
  });

  test("a form that is sent after the session has ended gets a 401 with the way back", async () => {
    const { action } = await import("#app/routes/agent-pages/sale.tsx");
    const params = { id: office, transactionId: matter.id };
    const answer = await post(action, {}, { params, path: paths.agent.sale(office, matter.id) });
    expect(answer.status).toBe(401);
    expect(answer.data).toMatchObject({ way: { to: paths.agent.signIn(office) } });
  });
});
