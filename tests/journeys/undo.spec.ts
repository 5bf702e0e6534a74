import { sql } from "kysely";
import type { Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import {
  addSeller,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

type Case = {
  /** Creates the matter. Without it, the matter has a buyer and no solicitors. */
  create?: (db: Db) => Promise<string>;
  /** Action that comes first, by the last part of its address. It can no longer be undone. */
  after?: string;
  fill?: (page: Page) => Promise<unknown>;
};

/** The actions that no other journey undoes, by the last part of their address. */
const ACTIONS: Record<string, Case> = {
  "correct-asking-price": {
    fill: (page) => page.getByLabel("Correct asking price").fill("475,000"),
  },
  "correct-tenure": { fill: (page) => page.getByLabel("Share Of Freehold").check() },
  "correct-title-number": {
    fill: (page) => page.getByLabel("Correct title number").fill("NYK654321"),
  },
  "correct-ownership": {
    create: createMatterWithOwner,
    fill: (page) => page.getByLabel("Representative").check(),
  },
  "correct-lender": { fill: (page) => page.getByLabel("No", { exact: true }).check() },
  "correct-seller-lender": {
    fill: async (page) => {
      await page.getByLabel("Yes", { exact: true }).check();
      await page.getByLabel("Lender").fill("Quayside Building Society");
    },
  },
  "correct-postal-address": { fill: fillPostalAddress },
  "resume-matter": { after: "end-matter" },
  "pause-matter": {},
  "resume-paused-matter": { after: "pause-matter" },
  "release-buyer": {},
  "resume-buyer": { after: "release-buyer" },
  "take-unit-out": { create: createUnit },
};

for (const [action, { create = createSale, after, fill }] of Object.entries(ACTIONS)) {
  test(`staff confirm and undo the action ${action}, and its page shows the same as before @scripts`, async ({
    page,
    context,
    db,
  }) => {
    await signInStaff(db, context);
    const id = await create(db);
    if (after) {
      await take(page, id, after, (form) =>
        after === "end-matter" ? form.getByLabel("Chain broke").check() : Promise.resolve(),
      );
      await endUndo(db, id);
    }
    await page.goto(addressOf(id, action));
    const before = await page.getByRole("main").innerText();
    await take(page, id, action, fill);
    await page.goto(addressOf(id, action));
    await expect(page.getByRole("main")).not.toHaveText(before, { useInnerText: true });
    await page.goto(record(id));
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(message(page, "Undone")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
    await page.goto(addressOf(id, action));
    await expect(page.getByRole("main")).toHaveText(before, { useInnerText: true });
  });
}

const record = (id: string) => `/admin/transactions/${id}`;
const addressOf = (id: string, action: string) => `${record(id)}/actions/${action}`;

async function take(page: Page, id: string, action: string, fill?: Case["fill"]) {
  await page.goto(addressOf(id, action));
  await fill?.(page);
  await press(page, "Check and continue");
  await page.getByRole("button", { name: /^(Confirm|End matter and send)/ }).click();
  await expect(message(page, "Success!")).toBeVisible();
  await expectPath(page, record(id));
}

/** Ends the ten minutes in which the actions of a matter can be undone. */
const endUndo = (db: Db, id: string) =>
  db
    .updateTable("matter_actions")
    .set({ sends_at: sql`now()` })
    .where("transaction_id", "=", id)
    .execute();

/** Creates a sale without solicitors, because the journeys share one list of lawyer groups. */
async function createSale(db: Db): Promise<string> {
  const matter = await createMatter(db);
  await createPurchaseAtStage(db, matter, { active: true });
  return matter.id;
}

async function createMatterWithOwner(db: Db): Promise<string> {
  const id = await createSale(db);
  await addSeller(db, id);
  return id;
}

async function createUnit(db: Db): Promise<string> {
  const email = `${uniqueName("rae").replace(" ", ".")}@elmfield.example`;
  const { units } = await insertGroup(db, {
    name: uniqueName("elm"),
    representative: {
      person: {
        first_name: "Rae",
        middle_name: null,
        last_name: "Elm",
        phone_number: "+447400123456",
        email,
      },
    },
  });
  return units[0] ?? "";
}

async function fillPostalAddress(page: Page) {
  await page
    .getByRole("link", { name: /^Change .*’s address$/ })
    .first()
    .click();
  await page.getByLabel("Address line 1").fill("5 Home Road");
  await page.getByLabel("Town or city").fill("York");
  await page.getByLabel("Postcode").fill("YO1 7HZ");
  await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
}
