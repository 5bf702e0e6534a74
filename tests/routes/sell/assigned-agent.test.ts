import { describe, expect, test } from "vitest";
import { assignEstateAgent } from "#app/domain/assignments/estate-agent.server.ts";
import * as aboutTheProperty from "#app/routes/sell/about-the-property.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { eventNames } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors, post } from "#tests/support/call-route.ts";
import {
  postProperty,
  property,
  sellerAtProperty,
  sellerAtTerms,
  readShownSaleId,
  readNewestSale,
} from "./flow.ts";

/**
 * Staff assign an estate agent while the seller edits a sale that is not paid for (C-062, AMB-M07).
 */

const { db } = useTestDatabase();

const { action } = aboutTheProperty;

const routes = [
  page(layout, { id: "layout" }, [page(aboutTheProperty, { path: "sell/about-the-property" })]),
];

type Seller = Visitor & { transaction_id: string };

async function openForm({ cookie, transaction_id }: Seller) {
  const path = `/sell/about-the-property?sale=${transaction_id}`;
  const { html } = await openPage(routes, path, { cookie });
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const fields = [...inputs].map(([, name = "", value = ""]): [string, string] => [name, value]);
  return { ...Object.fromEntries(fields), ...property };
}

async function assignByStaff({ transaction_id }: Seller) {
  const { id: estate_agent_id } = await insertOffice(db, "Northgate York");
  const { id } = await signIn(db, { type: "admin" });
  const assignment = { estate_agent_id, actor: { id, request_id: "req-1" }, recipient: null };
  await assignEstateAgent(db, transaction_id, assignment);
  return estate_agent_id;
}

const readAgent = async (seller: Visitor) =>
  (await readNewestSale(db, seller)).estate_agent?.id ?? null;

const dearer = { asking_price_pounds: "470,000" };

const STAYS = { kind: "info", title: "Your estate agent is Northgate York" };

describe("an estate agent that staff assign while the seller’s form is open (C-062 AMB-M07)", () => {
  test("the assigned agent stays if the seller left the agent answer unchanged, and a message tells the seller about the agent", async () => {
    const seller = await sellerAtTerms(db);
    const form = await openForm(seller);
    const agent = await assignByStaff(seller);
    const sent = await post(action, form, seller);
    expect(sent.location).toBe(`/sell/terms-and-conditions?sale=${seller.transaction_id}`);
    expect(await flashIn(sent)).toMatchObject(STAYS);
    expect(await readAgent(seller)).toBe(agent);
    expect((await eventNames(db, seller.transaction_id)).slice(-1)).toEqual([
      "estate_agent_assigned",
    ]);
  });

  test("the assigned agent stays if the seller changed only other answers, which are saved after a conflict", async () => {
    const seller = await sellerAtTerms(db);
    const form = { ...(await openForm(seller)), ...dearer };
    const agent = await assignByStaff(seller);
    const told = await post(action, form, seller);
    expect(Object.keys(listErrors(told))).toEqual(["", "asking_price_pounds"]);
    const sent = await post(action, { ...form, version: "2" }, seller);
    expect(await flashIn(sent)).toMatchObject(STAYS);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(470_000);
    expect(await readAgent(seller)).toBe(agent);
  });

  test("the assigned agent stays if the seller submits an earlier draft from a page opened after the assignment", async () => {
    const seller = await sellerAtTerms(db);
    await post(action, { ...(await openForm(seller)), intent: "keep" }, seller);
    const agent = await assignByStaff(seller);
    const sent = await post(action, await openForm(seller), seller);
    expect(await flashIn(sent)).toMatchObject(STAYS);
    expect(await readAgent(seller)).toBe(agent);
  });

  test("the assigned agent stays if the form of a new sale is submitted again after the Back button", async () => {
    const seller = await sellerAtProperty(db);
    const form = await openForm({ ...seller, transaction_id: await readShownSaleId(seller) });
    await post(action, form, seller);
    const { id } = await readNewestSale(db, seller);
    const agent = await assignByStaff({ ...seller, transaction_id: id });
    const told = await post(action, { ...form, ...dearer }, seller);
    expect(told).toMatchObject({ status: 409, data: { version: 2 } });
    const target = { version: "2" };
    const sent = await post(action, { ...form, ...dearer, ...target }, seller);
    expect(await flashIn(sent)).toMatchObject(STAYS);
    expect((await readNewestSale(db, seller)).asking_price_pounds).toBe(470_000);
    expect(await readAgent(seller)).toBe(agent);
  });

  test("the assigned agent is replaced if the seller changed the agent answer and confirms it after a conflict", async () => {
    const seller = await sellerAtTerms(db);
    const form = { ...(await openForm(seller)), estate_agent: "not_listed" };
    const agent = await assignByStaff(seller);
    const told = await post(action, form, seller);
    expect(told.status).toBe(409);
    expect(listErrors(told)).toMatchObject({
      estate_agent: ["Saved in another tab or on another device: Northgate York"],
    });
    expect(await readAgent(seller)).toBe(agent);
    const sent = await post(action, { ...form, version: "2" }, seller);
    expect(await flashIn(sent)).toBeNull();
    expect(await readNewestSale(db, seller)).toMatchObject({ estate_agent_status: "not_listed" });
  });
});

test("the seller can replace an agent that staff assigned before the page was opened (C-062)", async () => {
  const seller = await sellerAtTerms(db);
  await assignByStaff(seller);
  const sent = await post(
    action,
    { ...(await openForm(seller)), estate_agent: "no_agent" },
    seller,
  );
  expect(sent.location).toBe(`/sell/terms-and-conditions?sale=${seller.transaction_id}`);
  expect(await readNewestSale(db, seller)).toMatchObject({ estate_agent_status: "no_agent" });
});

test("an agent answer that was saved in another tab shows a conflict, and can be overwritten (C-062)", async () => {
  const seller = await sellerAtTerms(db);
  const form = await openForm(seller);
  await postProperty(seller, { estate_agent: "not_listed" });
  const told = await post(action, form, seller);
  expect(listErrors(told)).toMatchObject({
    estate_agent: ["Saved in another tab or on another device: My estate agent is not listed"],
  });
  await post(action, { ...form, version: "2" }, seller);
  expect(await readNewestSale(db, seller)).toMatchObject({ estate_agent_status: "no_agent" });
});
