import { beforeAll, describe, expect, test } from "vitest";
import * as page from "#app/routes/account/calendar.tsx";
import { loader as feed } from "#app/routes/calendar/calendar.ts";
import { loader as file } from "#app/routes/dashboard/date.ts";
import { loggedPath } from "#app/observability/redact.ts";
import { paths } from "#app/paths.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { open } from "#tests/routes/account/pages.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();

let sam: Visitor;
let bea: Visitor;
let id: string;

beforeAll(async () => {
  sam = await signIn(db, { first_name: "Sam" });
  bea = await signIn(db, { first_name: "Bea" });
  id = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const purchase = await insertPurchase(db, { id, property_id }, bea.id, true);
  await db
    .updateTable("purchase_intents")
    .set({ completed: "2999-01-04" })
    .where("id", "=", purchase.id)
    .execute();
});

async function make({ cookie }: Visitor): Promise<string> {
  const { data } = await get(page.loader, { cookie });
  const form_key = (data as { form_key: string }).form_key;
  const made = await post(page.action, { intent: "make", form_key }, { cookie });
  return (made.data as { address: string }).address;
}

const tokenOf = (address: string) => /\/calendar\/(.+)\.ics$/.exec(address)?.[1] ?? "";

async function subscribe(address: string) {
  const request = new Request(address);
  const answer = await feed({ request, params: { token: tokenOf(address) }, context: {} });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("a private calendar address", () => {
  test("a private calendar address works without a cookie, and only the subscriber may cache its calendar", async () => {
    const address = await make(sam);
    expect(tokenOf(address)).toMatch(/^[\w-]{43}$/);
    const { status, headers, text } = await subscribe(address);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("Cache-Control")).toMatch(/^private/);
    expect(text).toContain("SUMMARY:Planned completion: 12 Arch Street\\, York");
  });

  test("a private calendar address is stored only as a digest of its token", async () => {
    const token = tokenOf(await make(sam));
    const rows = await db.selectFrom("calendar_addresses").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("a private calendar address stops working when it is renewed or ended, and the audit log records this", async () => {
    const old = await make(sam);
    const renewed = await make(sam);
    expect((await subscribe(old)).status).toBe(404);
    expect((await subscribe(renewed)).status).toBe(200);
    const ended = await post(page.action, { intent: "end" }, sam);
    expect(ended.location).toBe(paths.yourCalendar());
    expect((await subscribe(renewed)).status).toBe(404);
    const { actions } = await db
      .selectFrom("audit_log")
      .select((eb) => eb.fn.agg<string[]>("array_agg", ["action"]).as("actions"))
      .where("actor_id", "=", sam.id)
      .executeTakeFirstOrThrow();
    expect(actions).toEqual(
      expect.arrayContaining(["calendar_address_made", "calendar_address_ended"]),
    );
  });

  test("a private calendar address cannot be ended by another person", async () => {
    const address = await make(sam);
    await post(page.action, { intent: "end" }, bea);
    expect((await subscribe(address)).status).toBe(200);
  });

  test("a private calendar address stops working for a blocked person", async () => {
    const cy = await signIn(db);
    const address = await make(cy);
    expect((await subscribe(address)).status).toBe(200);
    await db
      .updateTable("users")
      .set({ active: false, deactivated_at: new Date() })
      .where("id", "=", cy.id)
      .execute();
    expect((await subscribe(address)).status).toBe(404);
  });

  test("a double submit creates one private calendar address", async () => {
    const { data } = await get(page.loader, sam);
    const fields = { intent: "make", form_key: (data as { form_key: string }).form_key };
    const [one, other] = [
      await post(page.action, fields, sam),
      await post(page.action, fields, sam),
    ];
    expect((await subscribe((one.data as { address: string }).address)).status).toBe(200);
    expect(other.location).toBe(paths.yourCalendar());
  });

  test("a network may request 20 unknown calendar addresses an hour, and valid ones do not count", async () => {
    const address = await make(sam);
    await db.deleteFrom("rate_limits").execute();
    const guess = (token: string) => subscribe(`http://localhost:3000/calendar/${token}.ics`);
    for (let count = 0; count < 20; count++) expect((await guess(`x${count}`)).status).toBe(404);
    const refused = await guess("x");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_000);
    expect((await subscribe(address)).status).toBe(200);
    await db.deleteFrom("rate_limits").execute();
  });

  test("a private calendar address is masked in logs", () => {
    expect(loggedPath("/calendar/-short.ics")).toBe("/calendar/[token]");
    expect(loggedPath("/your-calendar")).toBe("/your-calendar");
  });

  test("creating a private calendar address requires a session", async () => {
    expect((await get(page.loader)).path).toBe("/sign-in");
    expect((await post(page.action, { intent: "make" })).status).toBe(401);
  });
});

describe("the calendar file of one date (.ics)", () => {
  const fetchFile = (visitor: Visitor, role: string, kind = "completion", of = id) =>
    get(file, { cookie: visitor.cookie, params: { role, id: of, kind } });

  test("a dashboard links to a calendar file next to each date, but not for staff", async () => {
    const { text, html } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toContain("Dates Planned completion Friday 4 January 2999");
    expect(html).toContain(`href="/dashboard/sell/${id}/dates/completion.ics"`);
    expect(html).toContain(`href="/your-calendar"`);
    const staff = await open(`/dashboard/sell/${id}`, await signIn(db, { type: "admin" }));
    expect(staff.text).toContain("Planned completion Friday 4 January 2999");
    expect(staff.html).not.toContain(".ics");
  });

  test("a dashboard without dates links to the calendar page, only for its customer (CU-17)", async () => {
    const dateless = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
    const { text, html } = await open(`/dashboard/sell/${dateless}`, sam);
    expect(text).toContain(
      "Dates We don’t have any dates yet. Have dates added to your calendar once we have them",
    );
    expect(html).toContain(`href="/your-calendar"`);
    const staff = await open(`/dashboard/sell/${dateless}`, await signIn(db, { type: "admin" }));
    expect(staff.html).not.toContain(`href="/your-calendar"`);
  });

  test("a calendar file can be downloaded only by a participant in the matter, for their own side", async () => {
    const own = await fetchFile(sam, "sell");
    expect(own.status).toBe(200);
    expect(own.headers.get("Content-Disposition")).toBe('attachment; filename="completion.ics"');
    expect((await fetchFile(bea, "buy", "tax_return")).status).toBe(200);
    expect((await fetchFile(sam, "buy")).status).toBe(404);
    expect((await fetchFile(sam, "sell", "tax_return")).status).toBe(404);
    expect((await fetchFile(sam, "sell", "toString")).status).toBe(404);
    expect((await fetchFile(bea, "sell")).status).toBe(404);
    expect((await fetchFile(await signIn(db), "sell")).status).toBe(404);
    expect((await fetchFile(sam, "sell", "completion", "abc")).status).toBe(404);
  });
});
