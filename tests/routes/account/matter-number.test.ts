import { beforeAll, expect, test } from "vitest";
import { createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import * as sections from "#app/routes/dashboard/property-information/sections.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { signIn } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const information = page(sections, { path: "dashboard/sell/:id/property-information" });
const openInformation = (path: string, visitor: { cookie: string }) =>
  openPage([page(layout, { id: "layout" }, [information])], path, visitor);
let sale: Awaited<ReturnType<typeof createPaidSale>>;
let buyer: { cookie: string };
let number: string;

beforeAll(async () => {
  sale = await createPaidSale(db);
  ({ buyer } = await createPurchaseAtStage(db, sale, { active: true }));
  const staff = { type: "admin" as const, first_name: "Bronwen", last_name: "Pugh" };
  const { id: handler_id } = await signIn(db, staff);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", sale.id).execute();
  const row = await db
    .selectFrom("transactions")
    .select("number")
    .where("id", "=", sale.id)
    .executeTakeFirstOrThrow();
  number = `F-${row.number}`;
});

test.each<[string, "seller" | "buyer", (id: string) => string]>([
  ["dashboard of a sale", "seller", (id) => `/dashboard/sell/${id}`],
  ["dashboard of a purchase", "buyer", (id) => `/dashboard/buy/${id}`],
  ["seller’s messages", "seller", (id) => `/dashboard/sell/${id}/messages`],
  ["buyer’s messages", "buyer", (id) => `/dashboard/buy/${id}/messages`],
  ["seller’s documents", "seller", (id) => `/dashboard/sell/${id}/documents`],
  ["buyer’s documents", "buyer", (id) => `/dashboard/buy/${id}/documents`],
  ["property information", "seller", (id) => `/dashboard/sell/${id}/property-information`],
])("the page “%s” has the number of the matter and the contact", async (_page, who, path) => {
  const opened = path(sale.id).endsWith("property-information") ? openInformation : open;
  const { status, text } = await opened(path(sale.id), who === "seller" ? sale.seller : buyer);
  expect(status).toBe(200);
  expect(text).toContain(number);
  expect(text).toContain("Your contact Bronwen Pugh");
});
