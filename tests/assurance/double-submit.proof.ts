import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import * as buying from "#tests/routes/buy/flow.ts";
import * as selling from "#tests/routes/sell/flow.ts";
import { customerForms, valuer } from "#tests/security/customer-forms.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { tableChanges } from "#tests/support/table-changes.ts";
import { hiddenFields, type Fields, type Page, Visitor } from "#tests/support/http-visitor.ts";

/**
 * Submits each form for customers and visitors twenty times concurrently, and once more afterwards.
 * staff-actions.test.ts submits staff forms while a lock holds them, which is a harder race.
 */

const { db } = useTestDatabase();
const PRESSES = sampleSize(6, 20);
const IGNORED_TABLES = [
  "public.form_submissions",
  "public.sessions",
  "public.rate_limits",
  "public.drafts",
  // The double reports a delivery moments later. A second email would add to email_log.
  "public.email_outcomes",
  // The service writes a heartbeat every few seconds.
  "public.processes",
  "graphile_worker._private_tasks",
];

/** Name in the form key of each form with the bot check. */
const JUDGED_BY_AGE: Readonly<Record<string, string>> = {
  "sign-in": "sign-in",
  "sign-up": "sign-up",
};

type Sender = { cookie?: string; path?: string; change?: Fields };
const stranger = () => Promise.resolve<Sender>({});

const senders: Record<string, (db: Db) => Promise<Sender>> = {
  "sign-in": async (db) => ({ change: { email: (await signIn(db)).email } }),
  "sign-up": () => Promise.resolve({ change: { email: `${crypto.randomUUID()}@example.test` } }),
  // A message with the same text counts as a copy, so each message is different.
  "contact us": () => Promise.resolve({ change: { message: `Hello ${crypto.randomUUID()}` } }),
  leads: stranger,
  "about you": (db) => signIn(db),
  "about the property": (db) => selling.sellerAtProperty(db),
  "another seller": (db) => selling.sellerAtTerms(db),
  "the terms": (db) => selling.sellerAtTerms(db),
  "a buyer's about you": (db) => signIn(db),
  "a buyer's property": async (db) => {
    const { property_id } = await createHomeForSale(db, {
      line_1: `${crypto.randomUUID()} Arch Street`,
    });
    return { ...(await buying.buyerAtProperty(db)), change: { property_id } };
  },
  "another buyer": (db) => buying.buyerAtTerms(db),
  "a giftor": (db) => buying.buyerAtTerms(db),
  "a buyer's terms": (db) => buying.buyerAtTerms(db),
  "the end of a buyer's way in": (db) => buying.buyerAtTheEnd(db),
};

let service: BuiltService;
beforeAll(async () => {
  await insertOffice(db, "Northgate York", { valuers: [{ first_name: "Val", email: valuer }] });
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
});
afterAll(() => service.stop());

test("every form for customers and visitors has a sender in this proof", () => {
  expect(Object.keys(senders).sort()).toEqual(Object.keys(customerForms).sort());
});

test.each(Object.keys(customerForms))(
  "a form submitted many times has one effect and one response: %s",
  async (name) => {
    const alone = await prepare(name);
    let first: Page | undefined;
    const effect = await effectOf(async () => {
      first = await alone();
    });
    expect(first?.status).toBe(303);

    const send = await prepare(name);
    const answers: Page[] = [];
    const effectOfAll = await effectOf(async () => {
      answers.push(...(await Promise.all(Array.from({ length: PRESSES }, send))));
      answers.push(await send());
    });
    const kinds = new Set(answers.map(({ status, location }) => `${status} ${location}`));
    const failed = answers.filter(({ status }) => status >= 500).length;
    recordFigure(
      `${name}: ${answers.length} presses, ${kinds.size === 1 ? "one answer" : [...kinds].join(" or ")}, ${failed} × 5xx`,
    );
    expect(kinds.size).toBe(1);
    expect(effectOfAll).toEqual(effect);
  },
);

async function prepare(name: string): Promise<() => Promise<Page>> {
  const form = customerForms[name];
  const sender = await senders[name]?.(db);
  if (!form || !sender) throw new Error(`There is no form ${name}`);
  const visitor = new Visitor(service.base, sender.cookie);
  let path = form.path;
  let page = await visitor.get(path === paths.contact.post() ? paths.home() : path);
  if (page.location) {
    path = page.location;
    page = await visitor.get(path);
  }
  const hidden = hiddenFields(page);
  const judged = JUDGED_BY_AGE[name];
  if (judged) hidden.form_key = agedKey(judged);
  const fields = { ...form.fields, ...hidden, "address.confirmed": "on", ...sender.change };
  return () => visitor.post(path, fields);
}

async function effectOf(work: () => Promise<unknown>) {
  const changes = await tableChanges(db, work);
  return Object.fromEntries(
    Object.entries(changes).filter(([table]) => !IGNORED_TABLES.includes(table)),
  );
}
