import { beforeEach, describe, expect, test } from "vitest";
import { clearSuggestionCache } from "#app/clients/loqate/client.server.ts";
import * as aboutTheProperty from "#app/routes/sell/about-the-property.tsx";
import * as aboutYouPage from "#app/routes/sell/about-you.tsx";
import * as sellerPage from "#app/routes/sell/seller.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";
import {
  aboutYou,
  bea,
  readHiddenFields,
  property,
  sellerAtProperty,
  readShownSaleId,
} from "./flow.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);
beforeEach(clearSuggestionCache);

const pages = {
  "about you": {
    route: aboutYouPage,
    path: "/sell/about-you",
    field: "correspondence_address",
    fields: () => ({ ...aboutYou, first_name: "Samantha" }),
    kept: { person: { first_name: "Samantha" } },
  },
  "about another seller": {
    route: sellerPage,
    path: "/sell/about-the-property/sellers/add",
    params: { person: "add" },
    field: "correspondence_address",
    fields: () => ({ ...bea, first_name: "Beatrice" }),
    kept: { person: { first_name: "Beatrice" } },
  },
  "about the property": {
    route: aboutTheProperty,
    path: "/sell/about-the-property",
    field: "address",
    fields: async (seller: Visitor) => ({
      ...(await readHiddenFields(seller)),
      ...property,
      asking_price_pounds: "4x",
    }),
    kept: { answers: { asking_price_pounds: "4x" } },
  },
};

test("a step of the address finder for a prefilled person removes “known” from the URL, so that the person’s record is not loaded again", async () => {
  const seller = await sellerAtProperty(db);
  const path = `/sell/about-the-property/sellers/add?sale=${await readShownSaleId(seller)}`;
  const form = { ...bea, intent: "address.manual:correspondence_address" };
  const at = { path: `${path}&known=5f0000000000000000000001`, params: { person: "add" } };
  const { cookie } = seller;
  const answer = await post(sellerPage.action, form, { ...at, cookie, isDocument: true });
  expect(answer).toMatchObject({ status: 303, location: path });
});

describe.each(Object.entries(pages))("the address finder on the “%s” page", (_name, page) => {
  const params = "params" in page ? page.params : {};
  const { field } = page;
  const pathFor = async (seller: Visitor) => `${page.path}?sale=${await readShownSaleId(seller)}`;

  async function pressAndFollow(seller: Visitor, verb: string, address: Record<string, string>) {
    const typed = Object.entries(await page.fields(seller));
    const others = typed.filter(([name]) => !name.startsWith(`${field}.`));
    const parts = Object.entries(address).map(([name, value]) => [`${field}.${name}`, value]);
    const intent = `address.${verb}:${field}`;
    const form: Record<string, string> = { ...Object.fromEntries([...others, ...parts]), intent };
    const path = await pathFor(seller);
    const at = { path, params, cookie: seller.cookie };
    const answer = await post(page.route.action, form, { ...at, isDocument: true });
    expect(answer).toMatchObject({ status: 303, location: path });
    return { data: (await get(page.route.loader, at)).data };
  }

  test("the address finder lists the results, and the page keeps all typed values", async () => {
    const seller = await sellerAtProperty(db);
    const { data } = await pressAndFollow(seller, "find", { query: "LS6 2AB" });
    expect(data).toMatchObject({
      ...page.kept,
      finder: { [field]: { state: "Found", query: "LS6 2AB" } },
    });
  });

  test.each([
    ["find", { query: "ZZ1 1ZZ" }, "NotFound"],
    ["manual", { query: "LS6" }, "NotListed"],
    ["again", { line_1: "4 Castle Lane", confirmed: "on", uprn: "1" }, "Initial"],
  ])(
    "the address finder’s button “%s” with %j leads to the state %s",
    async (verb, address, state) => {
      const seller = await sellerAtProperty(db);
      const { data } = await pressAndFollow(seller, verb, address);
      expect(data).toMatchObject({ ...page.kept, finder: { [field]: { state } } });
    },
  );

  test("the address finder keeps the chosen address until the form is autosaved with another address", async () => {
    const seller = await sellerAtProperty(db);
    const found = await pressAndFollow(seller, "find", { query: "LS6 2AB" });
    const choice = /"id":"(GB[^"]*)"/.exec(JSON.stringify(found.data))?.[1] ?? "";
    const address = { query: "LS6 2AB", choice };
    const { data } = await pressAndFollow(seller, "choose", address);
    expect(data).toMatchObject({ ...page.kept, finder: { [field]: { state: "Confirmed" } } });
    expect(JSON.stringify(data)).toContain("Bainbrigge Road");
    const at = { path: await pathFor(seller), params, cookie: seller.cookie };
    await post(page.route.action, { ...(await page.fields(seller)), intent: "keep" }, at);
    expect(JSON.stringify((await get(page.route.loader, at)).data)).not.toContain("Bainbrigge");
  });

  test("the address finder answers a request from scripts with 200 and an error with 400, without a redirect", async () => {
    const seller = await sellerAtProperty(db);
    const form = { ...(await page.fields(seller)), intent: `address.find:${field}` };
    const at = { path: await pathFor(seller), params, cookie: seller.cookie };
    expect((await post(page.route.action, form, at)).status).toBe(200);
    const lost = { ...form, intent: `address.choose:${field}`, [`${field}.query`]: "LS6 2AB" };
    const gone = { ...lost, [`${field}.choice`]: "GB|1" };
    expect((await post(page.route.action, gone, { ...at, isDocument: true })).status).toBe(400);
  });
});
