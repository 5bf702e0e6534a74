import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";
import { createMatter } from "./transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let bronwen: Visitor;
const matters = { unassigned: "", bronwens: "", ended: "" };

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", roles: ["lead"] });
  bronwen = await signIn(db, { type: "admin", first_name: "Bronwen", roles: ["handler"] });
  matters.unassigned = (await createMatter(db, "1 High Street")).id;
  matters.bronwens = (await createMatter(db, "2 High Street")).id;
  matters.ended = (await createMatter(db, "3 High Street")).id;
  await db
    .updateTable("transactions")
    .set({ handler_id: bronwen.id })
    .where("id", "=", matters.bronwens)
    .execute();
  await db
    .updateTable("listed_transactions")
    .set({ stage: "aborted" })
    .where("id", "=", matters.ended)
    .execute();
});

async function listed(query: string) {
  const { html } = await open(`/admin/workload/assign${query}`, ada);
  return Object.entries(matters)
    .filter(([, id]) => new RegExp(`<input[^>]* value="${id}"`).test(html))
    .map(([name]) => name);
}

test("the page that assigns matters lists open matters without a handler first", async () => {
  expect(await listed("")).toEqual(["unassigned"]);
});

test("the page that assigns matters narrows open matters by the filters of the list", async () => {
  expect(await listed(`?handler=${bronwen.id}`)).toEqual(["bronwens"]);
  expect(await listed("?handler=")).toEqual(["unassigned", "bronwens"]);
  expect(await listed("?paid=paid")).toEqual([]);
  expect(await listed("?paid=unpaid")).toEqual(["unassigned", "bronwens"]);
});

test("“Assign to…” on the list of matters keeps the filters of the list", async () => {
  const hrefOf = async (query: string) => {
    const { html } = await open(`/admin/transactions${query}`, ada);
    return /href="([^"]*)"[^>]*>Assign to…/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  };
  expect(await hrefOf("")).toBe("/admin/workload/assign");
  expect(await hrefOf("?paid=unpaid&handler=mine&sort=late_by")).toBe(
    "/admin/workload/assign?paid=unpaid&handler=mine",
  );
});
