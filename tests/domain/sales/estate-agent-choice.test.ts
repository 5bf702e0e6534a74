import { expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { listOfficesByBrand } from "#app/domain/estate-agents/agent-queries.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import {
  type EstateAgentChoice,
  estateAgentFailure,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import { readSale } from "#app/domain/sales/read-sale.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { eventNames, newSale } from "#tests/support/sales.ts";
import { createSale } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

/** Simulates a seller who has changed the choice since the form was opened. */
const chosen = { changed: true };

async function saleOfSomeone() {
  const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  const { id } = await createSale(db, seller.id, newSale());
  return { transaction_id: id, seller_id: seller.id };
}

async function readStatus({
  transaction_id,
  seller_id,
}: {
  transaction_id: string;
  seller_id: ReaderId;
}) {
  const { estate_agent_status, estate_agent } = await readSale(db, {
    id: transaction_id,
    seller_id,
  });
  return { estate_agent_status, estate_agent };
}

test("a new sale has the estate agent status pending (C-055)", async () => {
  expect(await readStatus(await saleOfSomeone())).toEqual({
    estate_agent_status: "pending",
    estate_agent: null,
  });
});

test.each([
  ["C-057", "not_listed"],
  ["C-058", "no_agent"],
] as const)(
  "the estate agent choice $1 is saved with one event ($0, C-056, C-062)",
  async (_row, status) => {
    const sale = await saleOfSomeone();
    await setEstateAgentStatus(db, sale, { status }, chosen);
    expect(await readStatus(sale)).toEqual({ estate_agent_status: status, estate_agent: null });
    expect(await eventNames(db, sale.transaction_id)).toEqual([
      "transaction_created",
      "estate_agent_status_updated",
    ]);
  },
);

test("an office and then a different choice are saved, with one event per change (C-059, X-014)", async () => {
  const sale = await saleOfSomeone();
  const { id: office } = await insertOffice(db, "Northgate York", { brand_name: "Northgate" });
  const assigned: EstateAgentChoice = { status: "assigned", estate_agent_id: office };
  await setEstateAgentStatus(db, sale, assigned, chosen);
  await setEstateAgentStatus(db, sale, assigned, chosen);
  expect(await readStatus(sale)).toEqual({
    estate_agent_status: "assigned",
    estate_agent: { id: office, office_name: "Northgate York", brand_name: "Northgate" },
  });
  await setEstateAgentStatus(db, sale, { status: "no_agent" }, chosen);
  expect((await readStatus(sale)).estate_agent_status).toBe("no_agent");
  expect(await eventNames(db, sale.transaction_id)).toEqual([
    "transaction_created",
    "estate_agent_assigned",
    "estate_agent_status_updated",
  ]);
});

test("each new choice of an estate agent is recorded in an event with the seller and the choice (C-059)", async () => {
  const sale = await saleOfSomeone();
  const offices = [
    (await insertOffice(db, "Eastgate York", { brand_name: "Eastgate" })).id,
    (await insertOffice(db, null, { brand_name: "Westgate" })).id,
  ];
  for (const estate_agent_id of offices) {
    await setEstateAgentStatus(db, sale, { status: "assigned", estate_agent_id }, chosen);
  }
  await setEstateAgentStatus(db, sale, { status: "not_listed" }, chosen);
  const events = await db
    .selectFrom("events")
    .select(["author", "author_id", "comments"])
    .where("transaction_id", "=", sale.transaction_id)
    .where("event_name", "!=", "transaction_created")
    .orderBy("date_time")
    .execute();
  const seller = { author: "seller", author_id: sale.seller_id };
  expect(events).toEqual([
    { ...seller, comments: "Eastgate York" },
    { ...seller, comments: "Westgate" },
    { ...seller, comments: "not_listed" },
  ]);
});

test("an estate agent choice is rejected for another customer's sale or an unknown office (C-062)", async () => {
  const sale = await saleOfSomeone();
  const other = await insertPerson(db, "other@example.test");
  await expect(
    setEstateAgentStatus(db, { ...sale, seller_id: other.id }, { status: "no_agent" }, chosen),
  ).rejects.toEqual(new NotFoundError("Transaction not found"));
  await expect(
    setEstateAgentStatus(
      db,
      sale,
      { status: "assigned", estate_agent_id: "65f000000000000000000000" },
      chosen,
    ),
  ).rejects.toEqual(new NotFoundError("Estate agent not found"));
  expect((await readStatus(sale)).estate_agent_status).toBe("pending");
});

test("the report of a failed estate agent choice has the specified text (C-064)", () => {
  expect(estateAgentFailure("it broke")).toBe(
    "There was an error updating the estate agent status in transaction: it broke",
  );
});

test("offices are listed by brand and name, those without a brand last (AMB-C13)", async () => {
  await emptyTables(db);
  await insertOffice(db, "Whitby", { brand_name: "Harbour" });
  await insertOffice(db, "York", { brand_name: "Northgate" });
  await insertOffice(db, "Leeds", { brand_name: "Northgate" });
  await insertOffice(db, "Old Mill Agents");
  await insertOffice(db, null, { brand_name: "Harbour" });
  await insertOffice(db, null);
  const groups = await listOfficesByBrand(db);
  expect(
    groups.map(({ brand_name, offices }) => [brand_name, offices.map((o) => o.office_name)]),
  ).toEqual([
    ["Harbour", ["Whitby", "Harbour"]],
    ["Northgate", ["Leeds", "York"]],
    [null, ["Old Mill Agents"]],
  ]);
});
