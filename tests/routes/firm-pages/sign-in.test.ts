import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readFirm } from "#app/auth/guards.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { loader as firmPage } from "#app/routes/firm-pages/firm-page.tsx";
import { action as useLink, loader as openLink } from "#app/routes/firm-pages/open.tsx";
import { action as askForLink, loader as emailBox } from "#app/routes/firm-pages/sign-in.tsx";
import { action as signOut } from "#app/routes/firm-pages/sign-out.ts";
import { paths } from "#app/paths.ts";
import { emails } from "#mocks/postmark.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { get, post } from "#tests/support/call-route.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { firmMatter, groupOf, signInFirm, solicitorOf } from "#tests/support/firm-pages.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

// The email renderer takes seconds to load, which is longer than sending a link may take.
await Promise.all([import("#app/emails/index.server.ts"), import("#app/emails/layout.tsx")]);

const { db } = useTestDatabase();
const { state } = useDoubles(["postmark", "recaptcha"]);
const BLACK_HOLE = "test@blackhole.postmarkapp.com";
const UNKNOWN_MATTER = "65a000000000000000000001";

let id = "";
beforeAll(async () => {
  id = (await firmMatter(db, "12 Arch Street")).id;
});
beforeEach(() => ageRateLimits(db, 100_000));
afterEach(() => void vi.restoreAllMocks());

type Params = { side: string; id: string };
const seller = () => ({ side: "seller", id });
const place = (side: "seller" | "buyer" = "seller", of = id) => ({ transaction_id: of, side });

const ask = (email: string, params: Params = seller(), cookie = "") =>
  post(
    askForLink,
    { email, website: "", recaptcha_token: "pass:firm_sign_in", form_key: agedKey("firm-sign-in") },
    { params, path: paths.firm.signIn(params.side, params.id), cookie },
  );

const sent = () => state.list(emails);

/** Returns the link in the newest email. */
async function linkSent(): Promise<URL> {
  const text = (await sent()).at(0)?.TextBody ?? "";
  return new URL(/https?:\/\/\S+\/law-firm\/\S+token=\S+/.exec(text)?.[0] ?? "");
}

const open = (link: URL, cookie = "") =>
  get(openLink, { params: paramsOf(link), path: link.pathname + link.search, cookie });

function paramsOf({ pathname }: URL): Params {
  const [, , side = "", of = ""] = pathname.split("/");
  return { side, id: of };
}

const press = (link: URL, fields: Record<string, string> = {}, cookie = "") =>
  post(
    useLink,
    { token: link.searchParams.get("token") ?? "", ...fields },
    { params: paramsOf(link), path: link.pathname + link.search, cookie },
  );

const visit = (cookie: string, params: Params = seller()) =>
  get(firmPage, { params, path: paths.firm.page(params.side, params.id), cookie });

const box = paths.firm.signIn("seller", "");

describe("the email box of a law firm’s page", () => {
  test.each([
    ["of a matter", "seller"],
    ["of an address without a matter", "seller"],
    ["of the other side", "buyer"],
  ])("the page %s leads a visitor to the email box, and reveals nothing", async (which, side) => {
    const params = { side, id: which.includes("without") ? UNKNOWN_MATTER : id };
    const page = await visit("", params);
    expect([page.status, page.path]).toEqual([302, paths.firm.signIn(side, params.id)]);
    const shown = await get(emailBox, { params, path: page.location ?? "" });
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.data)).not.toMatch(/Arch|Able|Ashby|Byron|York/);
  });

  test.each<Record<string, string>>([{ side: "giftor" }, { side: "seller", id: "x" }])(
    "an address that no page has is a 404: %j",
    async (params) => {
      const path = box;
      expect((await get(emailBox, { params, path })).status).toBe(404);
    },
  );

  test("a link is emailed to each person of the team that acts, and to no one else", async () => {
    const answers = [];
    for (const email of [
      solicitorOf("seller"),
      "ASHA@seller.example",
      solicitorOf("buyer"),
      "checks@ashby.example",
      "post@ashby.example",
      "nobody@example.test",
    ]) {
      answers.push(await ask(email));
    }
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 ${paths.firm.signIn("seller", id, { sent: true })}`]),
    );
    const to = (await sent()).map(({ To }) => To.toLowerCase()).slice(0, 6);
    expect(to.toReversed()).toEqual([
      solicitorOf("seller"),
      "asha@seller.example",
      ...Array.from({ length: 4 }, () => BLACK_HOLE),
    ]);
  });

  test("an address of the firm, one of the other side, an unknown one and a matter that doesn’t exist cause the same queries", async () => {
    const work = async (email: string, params = seller()) => {
      const queries = vi.spyOn(pg.Client.prototype, "query");
      await runInRequest({ id: "1", socketAddress: "::1" }, () => ask(email, params));
      const texts = queries.mock.calls.map(([query]) =>
        typeof query === "string" ? query : String(Reflect.get(Object(query), "text")),
      );
      queries.mockRestore();
      return texts;
    };
    await work("warm@example.test");
    const known = await work(solicitorOf("seller"));
    expect(known.length).toBeGreaterThan(10);
    for (const email of [solicitorOf("buyer"), "unknown@example.test"]) {
      expect(await work(email)).toEqual(known);
    }
    expect(await work("other@example.test", { side: "seller", id: UNKNOWN_MATTER })).toEqual(known);
  });

  test("links to one mailbox are limited as at sign-in", async () => {
    await ask(solicitorOf("seller"));
    const again = await ask(solicitorOf("seller"));
    expect([again.status, again.headers.has("Retry-After")]).toEqual([429, true]);
  });

  test("“Send email again” of the customers’ sign-in sends nothing here", async () => {
    const before = (await sent()).length;
    const answer = await post(askForLink, { intent: "again" }, { params: seller(), path: box });
    expect([answer.status, (await sent()).length]).toEqual([400, before]);
  });
});

describe("the emailed link", () => {
  test("opening it changes nothing, and only “Continue” signs in, once", async () => {
    await ask(solicitorOf("seller"));
    const link = await linkSent();
    for (let visits = 0; visits < 3; visits++) expect((await open(link)).status).toBe(200);
    const used = await press(link);
    expect([used.status, used.path]).toEqual([303, paths.firm.page("seller", id)]);
    const setCookie = used.headers.get("Set-Cookie") ?? "";
    expect(setCookie).toMatch(
      new RegExp(
        `^firm=.*; Max-Age=43200; Path=${paths.firm.page("seller", id)}; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect((await visit(cookieOf(setCookie))).status).toBe(200);
    const second = await press(link);
    expect([second.path, second.headers.has("Set-Cookie")]).toEqual([
      paths.firm.signIn("seller", id),
      false,
    ]);
    expect((await open(link)).path).toBe(paths.firm.signIn("seller", id));
  });

  test("is submitted without a click only in the browser that asked for it", async () => {
    const shown = await get(emailBox, { params: seller(), path: box });
    const browser = cookieOf(shown.headers.get("Set-Cookie"));
    expect(browser).toMatch(/^browser=/);
    await ask(solicitorOf("seller"), seller(), browser);
    const link = await linkSent();
    expect((await open(link, browser)).data).toMatchObject({ isSameBrowser: true });
    expect((await open(link)).data).toMatchObject({ isSameBrowser: false });
  });

  test("a second submit of the same button gets the same session", async () => {
    await ask(solicitorOf("seller"));
    const link = await linkSent();
    const page = await open(link);
    const browser = cookieOf(page.headers.get("Set-Cookie"));
    const { formKey } = page.data as { formKey: string };
    const one = await press(link, { form_key: formKey }, browser);
    const other = await press(link, { form_key: formKey }, browser);
    expect(cookieOf(other.headers.get("Set-Cookie"))).toBe(cookieOf(one.headers.get("Set-Cookie")));
    expect((await visit(cookieOf(other.headers.get("Set-Cookie")))).status).toBe(200);
  });

  test("six submits at once start one session", async () => {
    await ask(solicitorOf("seller"));
    const link = await linkSent();
    const answers = await Promise.all(Array.from({ length: 6 }, () => press(link)));
    expect(answers.filter(({ headers }) => headers.has("Set-Cookie"))).toHaveLength(1);
  });

  test.each(["expired", "of another side", "of a person who has left", "wrong"])(
    "a link that is %s leads to the email box",
    async (what) => {
      const other = await firmMatter(db);
      await ask(solicitorOf("seller"), { side: "seller", id: other.id });
      const link = await linkSent();
      if (what === "expired") {
        await db
          .updateTable("firm_sessions")
          .set({ expires_at: new Date(0) })
          .execute();
      }
      if (what === "of another side") link.pathname = paths.firm.open("buyer", other.id);
      if (what === "of a person who has left") {
        await db
          .deleteFrom("lawyer_group_members")
          .where("lawyer_group_id", "=", await groupOf(db, place("seller", other.id)))
          .where("email", "=", solicitorOf("seller"))
          .execute();
      }
      if (what === "wrong") link.searchParams.set("token", "wrong");
      for (const answer of [await open(link), await press(link)]) {
        const to = paths.firm.signIn(paramsOf(link).side, other.id);
        expect([answer.path, answer.headers.has("Set-Cookie")]).toEqual([to, false]);
      }
    },
  );
});

describe("a law firm’s session", () => {
  test("opens one side of one matter, and nothing of customers or staff", async () => {
    const other = await firmMatter(db);
    const cookie = await signInFirm(db, place());
    expect((await visit(cookie)).status).toBe(200);
    expect((await visit(cookie, { side: "buyer", id })).status).toBe(302);
    expect((await visit(cookie, { side: "seller", id: other.id })).status).toBe(302);
  });

  test("isn’t that of a customer or of staff, who are visitors here", async () => {
    for (const type of ["customer", "admin"] as const) {
      const { cookie } = await signIn(db, { type });
      expect((await visit(cookie)).path).toBe(paths.firm.signIn("seller", id));
    }
    const staff = await signIn(db, { type: "admin" });
    const both = `${staff.cookie}; ${await signInFirm(db, place())}`;
    expect((await visit(both)).data).toMatchObject({
      firm: { name: "Ashby & Co", email: solicitorOf("seller") },
    });
  });

  test.each<[string, (of: string, group: string) => Promise<unknown>]>([
    [
      "replaced",
      async (of) =>
        db
          .updateTable("transactions")
          .set({ seller_lawyer_group_id: await insertLawyerGroup(db) })
          .where("id", "=", of)
          .execute(),
    ],
    [
      "retired",
      (_, group) =>
        db
          .updateTable("lawyer_groups")
          .set({ retired_at: new Date() })
          .where("id", "=", group)
          .execute(),
    ],
    [
      "of a retired firm",
      (_, group) =>
        db
          .updateTable("law_firms")
          .set({ retired_at: new Date() })
          .where("id", "in", (eb) =>
            eb.selectFrom("lawyer_groups").select("law_firm_id").where("id", "=", group),
          )
          .execute(),
    ],
    [
      "without this person",
      (_, group) =>
        db
          .deleteFrom("lawyer_group_members")
          .where("lawyer_group_id", "=", group)
          .where("email", "=", solicitorOf("seller"))
          .execute(),
    ],
    [
      "signed in for 12 hours",
      () => db.updateTable("firm_sessions").set({ expires_at: new Date() }).execute(),
    ],
  ])("a group that is %s loses access at once", async (_, change) => {
    const { id: of } = await firmMatter(db);
    const cookie = await signInFirm(db, place("seller", of));
    const params = { side: "seller", id: of };
    expect((await visit(cookie, params)).status).toBe(200);
    await change(of, await groupOf(db, place("seller", of)));
    expect((await visit(cookie, params)).path).toBe(paths.firm.signIn("seller", of));
  });

  test("the buyer’s firm loses access when no purchase is active", async () => {
    const matter = await firmMatter(db);
    const cookie = await signInFirm(db, place("buyer", matter.id));
    const params = { side: "buyer", id: matter.id };
    expect((await visit(cookie, params)).status).toBe(200);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false })
      .where("id", "=", matter.purchase_intent_id)
      .execute();
    expect((await visit(cookie, params)).status).toBe(302);
  });

  test("ends with “Sign out”, and only there", async () => {
    const cookie = await signInFirm(db, place());
    const path = paths.firm.signOut("seller", id);
    const answer = await post(signOut, {}, { params: seller(), path, cookie });
    expect([answer.status, answer.path]).toEqual([303, paths.firm.signIn("seller", id)]);
    expect((await visit(cookie)).status).toBe(302);
  });

  test("a form that is sent after the session has ended gets a 401 with the way back", async () => {
    const { action } = await import("#app/routes/firm-pages/firm-page.tsx");
    const path = paths.firm.page("seller", id);
    const answer = await post(action, { intent: "accept" }, { params: seller(), path });
    expect(answer.status).toBe(401);
    expect(answer.data).toMatchObject({ way: { to: paths.firm.signIn("seller", id) } });
  });

  test("the reader has the firm’s side and purchase", async () => {
    const matter = await firmMatter(db);
    for (const side of ["seller", "buyer"] as const) {
      const cookie = await signInFirm(db, place(side, matter.id));
      const request = new Request("http://localhost:3000/", { headers: { Cookie: cookie } });
      expect(await readFirm(request, place(side, matter.id))).toMatchObject({
        type: "firm",
        side,
        purchase_intent_id: side === "buyer" ? matter.purchase_intent_id : null,
      });
    }
  });
});
