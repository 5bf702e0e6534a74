import { expect, test } from "vitest";
import { action } from "#app/routes/account/welcome-back.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { logged } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { insertPurchaseAtStage, insertSaleAtStage } from "./matters.ts";

/** The page that opens when a person resumes a matter from /welcome-back. */

const { db } = useTestDatabase();

test.each([
  ["terms accepted", { terms: true }, "/sell/payment?sale={id}"],
  ["terms not accepted", {}, "/sell/terms-and-conditions?sale={id}"],
  ["complete", { terms: true, complete: true }, "/dashboard/sell/{id}"],
  ["complete without terms", { complete: true }, "/dashboard/sell/{id}"],
])(
  "resuming a sale (%s) opens the page $2 (F-017 to F-021 WF-05.3)",
  async (_name, stage, location) => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, stage);
    const answer = await post(action, { sale: id }, sam);
    expect(answer).toMatchObject({ status: 303, location: location.replace("{id}", id) });
  },
);

test.each([
  ["terms accepted", {}, "/buy/whats-included?purchase={own}"],
  ["terms not accepted", { terms: false }, "/buy/terms-and-conditions?purchase={own}"],
  ["complete", { complete: true }, "/dashboard/buy/{id}"],
])(
  "resuming a purchase (%s) opens the page $2 (F-017 to F-021 WF-05.3)",
  async (_name, stage, location) => {
    const bea = await signIn(db);
    const { id, transaction_id } = await insertPurchaseAtStage(db, bea.id, stage);
    const answer = await post(action, { purchase: id }, bea);
    expect(answer).toMatchObject({
      status: 303,
      location: location.replace("{id}", transaction_id).replace("{own}", id),
    });
  },
);

test("resuming another person’s matter or an invalid id answers 404 (AMB-A10)", async () => {
  const owner = await signIn(db);
  const sam = await signIn(db);
  const sale = await insertSaleAtStage(db, owner.id);
  const purchase = await insertPurchaseAtStage(db, owner.id);
  const posted: Record<string, string>[] = [
    { sale },
    { purchase: purchase.id },
    { sale: purchase.id },
    { sale: "undefined" },
    { purchase: "'; drop table users" },
    {},
  ];
  for (const fields of posted) {
    expect(await post(action, fields, sam), JSON.stringify(fields)).toMatchObject({
      status: 404,
    });
  }
  expect(await post(action, { sale: [sale, sale] }, sam)).toMatchObject({ status: 400 });
});

test("resuming a matter without a session answers 401 and logs a warning (F-023)", async () => {
  const answer = await post(action, { sale: "a".repeat(24) });
  expect(answer.status).toBe(401);
  expect(logged("warn")).toEqual([expect.objectContaining({ msg: "No user data available" })]);
});
