import { beforeAll, describe, expect, test } from "vitest";
import { loggedPath } from "#app/observability/redact.ts";
import { paths } from "#app/paths.ts";
import * as staffPage from "#app/routes/admin/transactions/estate-agent/ready-links.tsx";
import * as sharePage from "#app/routes/dashboard/share.tsx";
import { headers, loader } from "#app/routes/ready/ready.tsx";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { get, post } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

let seller: Visitor;
let staff: Visitor;
let stranger: Visitor;
let id: string;

beforeAll(async () => {
  seller = await signIn(db, { first_name: "Winifred", last_name: "Okonkwo" });
  staff = await signIn(db, { type: "admin" });
  stranger = await signIn(db);
  id = await insertSaleAtStage(db, seller.id, { terms: true, complete: true });
});

type Page = typeof sharePage | typeof staffPage;

async function open(page: Page, visitor: Visitor) {
  const { data } = await get(page.loader, { cookie: visitor.cookie, params: { id } });
  const shown = data as { form_key?: string; record?: { form_key: string } };
  return shown.record?.form_key ?? shown.form_key ?? "";
}

async function create(page: Page = sharePage, visitor = seller): Promise<URL> {
  const form_key = await open(page, visitor);
  const made = await post(
    page.action,
    { intent: "create", form_key },
    { cookie: visitor.cookie, params: { id } },
  );
  return new URL((made.data as { address: string }).address);
}

const idOf = ({ pathname }: URL) => pathname.replace("/ready/", "");

const visit = (url: URL, cookie = "") =>
  get(loader, { path: `${url.pathname}${url.search}`, params: { id: idOf(url) }, cookie });

describe("the page of what is ready", () => {
  test("the first visit exchanges the token for a cookie of this page alone", async () => {
    const url = await create();
    const { status, location, headers: sent } = await visit(url);
    expect([status, location]).toEqual([302, url.pathname]);
    const cookie = sent.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(`; Max-Age=7776000; Path=${url.pathname}; HttpOnly; SameSite=Lax$`),
    );
    const shown = await visit(new URL(url.pathname, url), cookie.split(";")[0]);
    expect(shown.status).toBe(200);
    expect(shown.data).toMatchObject({ line_1: "12 Arch Street" });
    expect(JSON.stringify(shown.data)).not.toMatch(/Winifred|Okonkwo|\+44|@/);
  });

  test("a link counts as opened when a browser returns with its cookie, not when a scanner follows it", async () => {
    const url = await create();
    const openedAt = async () => {
      const link = await db
        .selectFrom("ready_links")
        .select("opened_at")
        .where("id", "=", idOf(url))
        .executeTakeFirstOrThrow();
      return link.opened_at;
    };
    const cookie = (await visit(url)).headers.get("Set-Cookie")?.split(";")[0];
    expect(await openedAt()).toBeNull();
    await visit(new URL(url.pathname, url), cookie);
    expect(await openedAt()).not.toBeNull();
  });

  test("the cookie of one page opens no other page", async () => {
    const [one, other] = [await create(), await create()];
    const cookie = (await visit(one)).headers.get("Set-Cookie")?.split(";")[0];
    expect((await visit(new URL(other.pathname, other), cookie)).status).toBe(404);
  });

  test.each(["", "?token=", "?token=wrong"])(
    "a visitor with “%s” and no cookie gets a 404",
    async (query) => {
      const url = await create();
      expect((await visit(new URL(url.pathname + query, url))).status).toBe(404);
    },
  );

  test("a link that is turned off stops working for a visitor who has its cookie", async () => {
    const url = await create();
    const cookie = (await visit(url)).headers.get("Set-Cookie")?.split(";")[0];
    const off = await post(
      sharePage.action,
      { intent: "revoke", link: idOf(url) },
      { cookie: seller.cookie, params: { id } },
    );
    expect(off.location).toBe(paths.dashboard.readyLinks(id));
    expect((await visit(new URL(url.pathname, url), cookie)).status).toBe(404);
  });

  test("guesses are limited, and links that work are not", async () => {
    const url = await create();
    const statuses = [];
    for (let count = 0; count < 25; count++) {
      statuses.push((await visit(new URL("/ready/65a000000000000000000001?token=x", url))).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await visit(url)).status).toBe(302);
  });

  test("the page is not stored, and the log has no token", async () => {
    const url = await create();
    const sent = headers({ loaderHeaders: new Headers() } as Parameters<typeof headers>[0]);
    expect(sent).toEqual({ "Cache-Control": "no-store" });
    expect(loggedPath(`${url.pathname}${url.search}`)).toBe(url.pathname);
  });
});

describe("sharing what is ready", () => {
  test("submitting the form twice creates one link", async () => {
    const form_key = await open(sharePage, seller);
    const before = await countLinks();
    const submit = () =>
      post(
        sharePage.action,
        { intent: "create", form_key },
        { cookie: seller.cookie, params: { id } },
      );
    expect((await submit()).data).toHaveProperty("address");
    expect((await submit()).location).toBe(paths.dashboard.readyLinks(id));
    expect(await countLinks()).toBe(before + 1);
  });

  test("the page that lists the links names the home, and says who sends a seller’s own link", async () => {
    const routes = [page(sharePage, { path: "dashboard/sell/:id/share" })];
    const { text } = await openPage(routes, `/dashboard/sell/${id}/share`, seller);
    expect(text).toContain("Share what’s ready 12 Arch Street, York, YO1 7HZ");
    expect(text).toContain("If you create a link, copy it and send it yourself.");
  });

  test("staff create a link on the matter, and can’t create one in a seller’s name", async () => {
    expect((await visit(await create(staffPage, staff))).status).toBe(302);
    const form_key = await open(sharePage, staff);
    const refused = await post(
      sharePage.action,
      { intent: "create", form_key },
      { cookie: staff.cookie, params: { id } },
    );
    expect(refused.status).toBe(404);
  });

  test.each(["create", "revoke"])(
    "a stranger’s “%s” is answered as if there were no sale",
    async (intent) => {
      const params = { id };
      expect((await get(sharePage.loader, { cookie: stranger.cookie, params })).status).toBe(404);
      const form_key = await open(sharePage, seller);
      const answer = await post(
        sharePage.action,
        { intent, form_key },
        { cookie: stranger.cookie, params },
      );
      expect(answer.status).toBe(404);
    },
  );
});

async function countLinks() {
  const { count } = await db
    .selectFrom("ready_links")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
