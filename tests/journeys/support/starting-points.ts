import type { BrowserContext, Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import type { NewPerson } from "./fixtures.ts";
import { signInCustomer } from "./people.ts";
import { expectPath } from "./seller.ts";

export async function startAtTerms(db: Db, context: BrowserContext, page: Page, person: NewPerson) {
  const seller_id = await signInCustomer(db, context, person);
  const sale_id = await insertSaleAtStage(db, seller_id);
  await page.goto(`/sell/terms-and-conditions?sale=${sale_id}`);
  await expectPath(page, "/sell/terms-and-conditions");
  return { seller_id, sale_id };
}

export async function startAtPayment(
  db: Db,
  context: BrowserContext,
  page: Page,
  person: NewPerson,
) {
  const seller_id = await signInCustomer(db, context, person);
  const sale_id = await insertSaleAtStage(db, seller_id, { terms: true });
  await page.goto(`/sell/payment?sale=${sale_id}`);
  await expectPath(page, "/sell/payment");
  return { seller_id, sale_id };
}
