import { sql } from "kysely";
import { expect, test } from "vitest";
import { isReady } from "#app/server/readiness.server.ts";
import { action as aboutYouAction } from "#app/routes/sell/about-you.tsx";
import { respondToContact } from "#app/routes/site/contact.server.ts";
import {
  aboutYou,
  bea,
  readHiddenFields,
  postProperty,
  postSeller,
  sellerAtProperty,
  sellerAtTerms,
} from "#tests/routes/sell/flow.ts";
import type { Db } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { listErrors, post, shownValues } from "#tests/support/call-route.ts";

/**
 * Submits forms while the disk is full and no table accepts a row. Each page shows the typed values
 * again.
 */

const { db } = useTestDatabase();
useDoubles(["loqate"]);

/** @returns a function that makes room again */
async function fillDisk(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
  await sql`
    create or replace function disk_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`.execute(db);
  for (const { name } of tables) {
    await sql`create trigger disk_full before insert or update on ${sql.raw(name)}
      for each statement execute function disk_full()`.execute(db);
  }
  return () => sql`drop function disk_full cascade`.execute(db);
}

async function onFullDisk<T>(work: () => Promise<T>): Promise<T> {
  expectError(/53100/);
  const makeRoom = await fillDisk(db);
  try {
    return await work();
  } finally {
    await makeRoom();
  }
}

test("“About you” shows an error and the typed details if the disk is full", async () => {
  const seller = await sellerAtProperty(db);
  const answer = await onFullDisk(() =>
    post(aboutYouAction, { ...aboutYou, first_name: "Samuel" }, seller),
  );
  expect(answer.status).toBe(500);
  expect(listErrors(answer)[""]?.[0]).toMatch(/^There was an error\. Please try again/);
  expect(shownValues(answer)).toMatchObject({ first_name: "Samuel" });
  expect(await isReady()).toBe(true);
});

test("the questions about a property that has not been saved yet show the typed answers again if the disk is full", async () => {
  const seller = await sellerAtProperty(db);
  const key = await readHiddenFields(seller);
  const answer = await onFullDisk(() =>
    postProperty(seller, { ...key, asking_price_pounds: "460,000" }),
  );
  expect(answer.status).toBe(500);
  expect(shownValues(answer)).toMatchObject({ asking_price_pounds: "460,000" });
});

test("the questions about a saved property show the typed answers again if the disk is full", async () => {
  const seller = await sellerAtTerms(db);
  const answer = await onFullDisk(() => postProperty(seller, { asking_price_pounds: "460,000" }));
  expect(answer.status).toBe(500);
  expect(shownValues(answer)).toMatchObject({ asking_price_pounds: "460,000" });
});

test("the form that adds a co-seller shows the typed details again if the disk is full", async () => {
  const seller = await sellerAtProperty(db);
  const answer = await onFullDisk(() => postSeller(seller, "add", bea));
  expect(answer.status).toBe(500);
  expect(shownValues(answer)).toMatchObject({ first_name: "Bea" });
});

test("the contact form shows the typed values again if the disk is full", async () => {
  const message = {
    full_name: "Ada Byron",
    email: "ada@example.test",
    mobile_number: "07400 123456",
    message: "How long does it take?",
    referrer: "A friend",
    website: "",
  };
  const answer = await onFullDisk(() => post(({ request }) => respondToContact(request), message));
  expect(shownValues(answer)).toMatchObject({ full_name: "Ada Byron" });
});
