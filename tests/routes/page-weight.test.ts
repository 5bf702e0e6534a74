import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { weigh } from "#tests/bench/weight.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

const { db } = useTestDatabase();
let service: BuiltService;
let seller: Visitor;
let sale: string;
let nextSeller: Visitor;
let nextSale: string;
let buyer: Visitor;
let purchase: string;
let staff: Visitor;

beforeAll(async () => {
  service = new BuiltService(await freePort(), { DOUBLES: "true" });
  await service.start();
  const { id, cookie } = await signIn(db, { type: "customer" });
  seller = new Visitor(service.base, cookie);
  sale = await insertSaleAtStage(db, id, { terms: true, complete: true });
  const next = await sellerAtPayment(db);
  nextSeller = new Visitor(service.base, next.cookie);
  nextSale = next.sale.transaction_id;
  const bea = await signIn(db, { type: "customer" });
  purchase = await startDraft(db, "buy", bea.id);
  buyer = new Visitor(service.base, bea.cookie);
  staff = new Visitor(service.base, (await signIn(db, { type: "admin" })).cookie);
});
afterAll(() => service.stop());

test.each<[name: string, path: () => string, visitor?: () => Visitor]>([
  ["sign-in", () => paths.signIn()],
  ["sign-up", () => paths.getStarted("sell")],
  ["check your email", () => `${paths.signIn()}?sent=true`],
  ["welcome back", () => paths.welcomeBack(), () => seller],
  ["about you", () => paths.sell.aboutYou({ sale: nextSale }), () => nextSeller],
  ["about you, of a buyer", () => paths.buy.aboutYou({ purchase }), () => buyer],
  ["the terms", () => paths.sell.terms({ sale: nextSale }), () => nextSeller],
  ["your data", () => paths.yourData.page(), () => seller],
  ["your calendar", () => paths.yourCalendar(), () => seller],
  ["own number and address", () => paths.yourData.details(), () => seller],
  ["erasure", () => paths.yourData.erasure(), () => seller],
  ["a seller's dashboard", () => paths.dashboard.sell(sale), () => seller],
])(
  "the plain page “%s”, which has no React, loads one script of at most 10 kB",
  async (_name, path, visitor) => {
    const page = await (visitor?.() ?? new Visitor(service.base)).get(path());
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("__remixContext");
    expect(page.html.match(/<script type="module"/g)).toHaveLength(1);
    const { scripts } = await weigh(service.base, page.html);
    expect(scripts).toBeGreaterThan(500);
    expect(scripts).toBeLessThanOrEqual(10_000);
  },
);

test.each<[name: string, path: () => string, most: number, visitor?: () => Visitor]>([
  ["plain and cacheable, a legal page", () => paths.legal.privacy(), 0],
  [
    "app, the property",
    () => paths.sell.aboutTheProperty({ sale: nextSale }),
    130_000,
    () => nextSeller,
  ],
  ["app, the payment", () => paths.sell.payment({ sale: nextSale }), 130_000, () => nextSeller],
  ["app, the staff list", () => paths.admin.transactions(), 140_000, () => staff],
])(
  "the scripts of the page “%s” weigh at most $2 bytes, and at least half of that",
  async (_name, path, most, visitor = () => seller) => {
    const page = await visitor().get(path());
    expect(page.status).toBe(200);
    const { scripts } = await weigh(service.base, page.html);
    expect(scripts).toBeLessThanOrEqual(most);
    expect(scripts).toBeGreaterThanOrEqual(most / 2);
  },
);
