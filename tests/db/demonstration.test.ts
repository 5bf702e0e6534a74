import { readFile } from "node:fs/promises";
import { parsePhoneNumberFromString as parseMobile } from "libphonenumber-js/mobile";
import { parsePhoneNumberFromString as parsePhone } from "libphonenumber-js/max";
import { type ControlledTransaction, sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { catalogue } from "#app/domain/events/catalogue.ts";
import { findValuer } from "#app/domain/leads/leads.server.ts";
import { typedText } from "#app/domain/property-information/answer-text.ts";
import { parseAnswer } from "#app/domain/property-information/parse-answer.server.ts";
import { findQuestion } from "#app/domain/property-information/questions.ts";
import { isWorkingDay } from "#app/domain/shared/working-days.ts";
import { listPropertiesForSale } from "#app/domain/sales/open-sales.server.ts";
import type { Db } from "#db/connection.ts";
import { seed } from "#db/demo/index.ts";
import type { DB } from "#db/types.d.ts";
import { coherence } from "#tests/db/demonstration-coherence.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { refreshAll } from "#tests/support/listed-transactions.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { linkReader, readerId } from "#tests/support/readers.ts";

const { db } = useTestDatabase();

const TODAY = "2026-03-18";
const wednesday = new Date(`${TODAY}T14:05:00Z`);

afterAll(rollBack);

describe("loading the demonstration data", () => {
  test("loading the demonstration data creates the same rows for the same day, and the same ids for any day", async () => {
    const found: Awaited<ReturnType<typeof readAllRows>>[] = [];
    const ids: string[][] = [];
    for (const today of [wednesday, wednesday, new Date("2027-08-01T09:00:00Z")]) {
      await rollBack();
      await onDay(today, async (trx) => {
        found.push(await readAllRows(trx));
        ids.push([...(await listIds(trx, "transactions")), ...(await listIds(trx, "events"))]);
      });
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).not.toEqual(found[0]);
    expect(ids[2]).toEqual(ids[0]);
  });

  test("loading the demonstration data is refused for a database that has people", async () => {
    await onDay(wednesday, async (trx) => {
      await expect(seed(trx, { today: wednesday })).rejects.toThrow("needs an empty database");
    });
  });

  test("loading the demonstration data fills every table except those that only a running server fills", async () => {
    await onDay(wednesday, async (trx) => {
      const empty: string[] = [];
      for (const table of await tableNames(trx))
        if ((await select(trx, `select 1 from ${table} limit 1`)).length === 0) empty.push(table);
      expect(empty).toEqual([
        "access_reviews",
        "alerts",
        "audit_checks",
        "audit_seals",
        "backups",
        "calendar_addresses",
        "calendar_dates",
        "correction_requests",
        "data_copies",
        "desk_items",
        "drafts",
        "email_opt_outs",
        "email_outcomes",
        "email_rematches",
        "erased_people",
        "firm_sessions",
        "form_submissions",
        "passkeys",
        "pending_notifications",
        "privacy_requests",
        "processes",
        "rate_limits",
        "recovery_codes",
        "restorations",
        "retention_runs",
        "sessions",
        "stage_duration_stats",
        "stage_durations",
        "totp_keys",
        "worker_heartbeats",
        "workloads",
      ]);
    });
  });
});

/** A working day, the start of a week (twice, in a proof), a weekend, New Year, and a leap day. */
const days = [
  "2026-03-18T14:05:00Z",
  "2026-03-16T00:04:00Z",
  "2026-03-16T00:00:00Z",
  "2026-03-22T23:59:00Z",
  "2027-01-01T10:00:00Z",
  "2028-02-29T08:30:00Z",
].slice(0, sampleSize(2, 6));

describe.each(days)("demonstration data on %s", (day) => {
  test("the demonstration data keep every invariant between the tables (AMB-E07, AMB-K10)", async () => {
    await onDay(new Date(day), async (trx) => {
      const wrong: Record<string, unknown[]> = {};
      for (const [rule, query] of Object.entries(coherence)) {
        const rows = await select(trx, query);
        if (rows.length > 0) wrong[rule] = rows;
      }
      recordFigure(
        `${Object.keys(coherence).length} invariants on ${day}: ${Object.keys(wrong).length} broken`,
      );
      expect(wrong).toEqual({});
    });
  });

  test("the demonstration data have no time in the future, except expiry times and deadlines", async () => {
    await onDay(new Date(day), async (trx) => {
      const columns = await select<{ table_name: string; column_name: string }>(
        trx,
        `select table_name, column_name from information_schema.columns
         where table_schema = 'public' and data_type = 'timestamp with time zone'
           and column_name not in ('expires_at', 'answer_by', 'waits_from') and table_name not in ('kysely_migration', 'products')`,
      );
      expect(columns.length).toBeGreaterThan(40);
      const late: string[] = [];
      for (const { table_name, column_name } of columns) {
        const query = `select 1 from ${table_name} where ${column_name} > '${day}'::timestamptz + interval '3 seconds'`;
        if ((await select(trx, query)).length > 0) late.push(`${table_name}.${column_name}`);
      }
      expect(late).toEqual([]);
    });
  });
});

/** Columns for which only a working day makes no sense, or that can be today’s day. */
const ANY_DAY = /expires_at$|invoices.month|office_health.week|staff_absences.starts_on/;
const WITH_TODAY = /email_log.created_at|conversations.last_message_at|messages.(at|created_at)/;

describe.each(["2026-12-01T12:00:00Z", "2027-01-04T12:00:00Z"])(
  "days of the demonstration data on %s",
  (day) => {
    test("nothing in the demonstration data happens at a weekend or on a bank holiday", async () => {
      await onDay(new Date(day), async (trx) => {
        const columns = await select<{ name: string; table: string; day: string }>(
          trx,
          `select table_name || '.' || column_name as name, table_name as table,
             case data_type when 'date' then column_name
               else '(' || column_name || ' at time zone ''Europe/London'')::date' end || '::text' as day
           from information_schema.columns
           where table_schema = 'public' and data_type in ('date', 'timestamp with time zone')`,
        );
        const found: string[] = [];
        for (const { name, table, day: value } of columns) {
          if (ANY_DAY.test(name) || WITH_TODAY.test(name)) continue;
          const days = await select<{ day: string | null }>(
            trx,
            `select distinct ${value} as day from ${table}`,
          );
          const free = days.flatMap(({ day }) => (day && !isWorkingDay(day) ? day : []));
          found.push(...free.map((day) => `${name} ${day}`));
        }
        expect(found).toEqual([]);
      });
    });
  },
);

describe("values of the demonstration data", () => {
  test("the demonstration data include every state that a column can have", async () => {
    await onDay(wednesday, async (trx) => {
      const states = (await everyState(trx)).filter((state) => !isMadeElsewhere(state));
      expect(states.length).toBeGreaterThan(35);
      const missing: string[] = [];
      for (const { table, column, values, value } of states) {
        const rows = await select<{ value: string }>(
          trx,
          `select distinct ${value} as value from ${table}`,
        );
        const found = new Set(rows.map(({ value }) => value));
        const wanted = values.filter((v) => !found.has(v) && !OF_A_SECOND_SALE.includes(v));
        missing.push(...wanted.map((v) => `${table}.${column} ${v}`));
      }
      expect(missing).toEqual([]);
    });
  });

  test("the email addresses in the demonstration data are valid and in reserved domains", async () => {
    await onDay(wednesday, async (trx) => {
      const addresses = await readText(trx, "email(?!_(?:log_)?id$)|^recipient$");
      expect(addresses.length).toBeGreaterThan(300);
      const reserved = (address: string) => address.endsWith(".example");
      const wrong = addresses.filter((a) => !z.email().safeParse(a).success || !reserved(a));
      expect(wrong).toEqual([]);
    });
  });

  test("the phone numbers in the demonstration data are valid, and customers have mobile numbers", async () => {
    await onDay(wednesday, async (trx) => {
      const numbers = await readText(trx, "phone|mobile_number");
      expect(numbers.length).toBeGreaterThan(200);
      expect(numbers.filter((number) => !parsePhone(number)?.isValid())).toEqual([]);
      const mobiles = await select<{ number: string }>(
        trx,
        `select phone_number as number from users union select phone_number from parties where representation_reason is null
         union select phone_number from identity_checks`,
      );
      expect(mobiles.filter(({ number }) => !parseMobile(number)?.isValid())).toEqual([]);
    });
  });

  test("the postcodes in the demonstration data are well-formed", async () => {
    await onDay(wednesday, async (trx) => {
      const postcodes = await readText(trx, "^postcode$");
      expect(postcodes.length).toBeGreaterThan(100);
      const form = /^[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}$/;
      expect(postcodes.filter((postcode) => !form.test(postcode))).toEqual([]);
    });
  });

  test("every event in the demonstration data is in the catalogue of events", async () => {
    await onDay(wednesday, async (trx) => {
      const events = await trx
        .selectFrom("events")
        .select(["event_name", "type", "milestone"])
        .distinct()
        .execute();
      expect(events.length).toBeGreaterThan(35);
      const kinds = new Map<string, { type: string; milestone: boolean }>(
        Object.entries(catalogue),
      );
      for (const { event_name, type, milestone } of events) {
        const known = kinds.get(event_name);
        expect({ event_name, milestone }).toEqual({ event_name, milestone: known?.milestone });
        if (known?.type !== "either")
          expect({ event_name, type }).toEqual({ event_name, type: known?.type });
      }
    });
  });

  test("the demonstration data include Ada, whom npm start names, and two other members of staff", async () => {
    await onDay(wednesday, async (trx) => {
      const staff = await trx
        .selectFrom("users")
        .where("type", "=", "admin")
        .orderBy("email")
        .select(["email", "first_name", "last_name", "active"])
        .execute();
      expect(staff).toHaveLength(3);
      const [ada] = staff;
      expect(ada).toEqual({
        email: "ada@fanlight.example",
        first_name: "Ada",
        last_name: "Marsh",
        active: true,
      });
    });
  });

  test("Sam Seller has a completed sale, an unpaid sale and a purchase", async () => {
    await onDay(wednesday, async (trx) => {
      const sales = await trx
        .selectFrom("transactions as t")
        .innerJoin("users as u", "u.id", "t.seller_id")
        .leftJoin("orders as o", "o.transaction_id", "t.id")
        .leftJoin("purchase_intents as i", "i.transaction_id", "t.id")
        .where("u.email", "=", "sam.seller@customers.example")
        .orderBy("t.created_at")
        .select(["o.stripe_transaction_status as payment", "t.terms_version", "i.is_active"])
        .select(sql<boolean>`i.completed is not null`.as("completed"))
        .execute();
      expect(sales).toEqual([
        { payment: "succeeded", terms_version: "1.0", is_active: true, completed: true },
        { payment: null, terms_version: "1.0", is_active: null, completed: false },
      ]);
      const purchases = await trx
        .selectFrom("purchase_intents as i")
        .innerJoin("users as u", "u.id", "i.buyer_id")
        .where("u.email", "=", "sam.seller@customers.example")
        .select("i.is_active")
        .execute();
      expect(purchases).toEqual([{ is_active: true }]);
    });
  });

  test("the sellers’ answers in the demonstration data are answers that their pages accept", async () => {
    await onDay(wednesday, async (trx) => {
      const given = await trx.selectFrom("property_answers").selectAll().execute();
      expect(given.length).toBeGreaterThan(150);
      for (const { question: id, answer } of given) {
        const question = findQuestion(id)!;
        const typed = typeof answer === "string" ? typedText(question, answer) || answer : answer;
        const parsed = parseAnswer(question, z.array(z.string()).parse([typed].flat()), TODAY);
        expect(parsed, id).toEqual({ answer });
      }
      const years = given.filter(({ question }) => question === "energy_certificate_year");
      expect(years.filter(({ answer }) => Number(answer) < Number(TODAY.slice(0, 4)) - 9)).toEqual(
        [],
      );
    });
  });

  test("the demonstration data include a paused matter, one that has ended, and a firm that declined", async () => {
    await onDay(wednesday, async (trx) => {
      const count = async (query: string) => (await select(trx, query)).length;
      expect(
        await count("select from transactions where paused_until > date '2026-03-18'"),
        "paused",
      ).toBe(1);
      expect(await count("select from transactions where ended_on is not null"), "ended").toBe(1);
      expect(
        await count("select from instruction_answers where answer = 'declined'"),
        "declined",
      ).toBe(1);
    });
  });

  test("the demonstration data include the property for sale and the valuer that the README links to", async () => {
    const readme = await readFile("README.md", "utf8");
    const postcode = /for sale at (?<postcode>[A-Z0-9 ]+)/.exec(readme)?.groups?.postcode ?? "";
    const email = /leads\/(?<email>\S+?)>/.exec(readme)?.groups?.email ?? "";
    await onDay(wednesday, async (trx) => {
      const search = { postcode: postcode.trim(), buyer_id: readerId("0".repeat(24)) };
      expect(await listPropertiesForSale(trx, search)).toHaveLength(1);
      expect(await findValuer(trx, linkReader("leads", email))).toMatchObject({
        first_name: "Laura",
      });
    });
  });
});

/**
 * Returns columns whose values the schema lists, in a check constraint or in the domain of answers.
 */
async function everyState(trx: Db) {
  const checks = await select<{ table: string; column: string; rule: string }>(
    trx,
    `select c.conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(c.oid) as rule
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1
       and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'`,
  );
  const answers = await select<{ table: string; column: string }>(
    trx,
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and domain_name = 'answer'`,
  );
  return [
    ...checks.map(({ rule, ...place }) => ({
      ...place,
      value: rule.includes("jsonb_typeof(") ? `jsonb_typeof(${place.column})` : place.column,
      values: [...rule.matchAll(/'((?:[^']|'')*)'::text/g)].map((m) =>
        (m[1] ?? "").replace("''", "'"),
      ),
    })),
    ...answers.map((place) => ({
      ...place,
      value: place.column,
      values: ["yes", "no", "not_sure"],
    })),
  ];
}

/** States that need a second sale of the same property, which the data does not have. */
const OF_A_SECOND_SALE = ["home_paid_twice", "home_with_us"];

/** Returns true for states that only customers, staff, firms, providers or senders create. */
function isMadeElsewhere({ table, column }: { table: string; column: string }) {
  if (table === "inbound_emails") return column !== "match_type";
  if (table === "search_documents") return column === "unreadable";
  if (table === "processes") return true;
  return [
    "calendar_dates",
    "chases",
    "correction_requests",
    "data_copies",
    "documents",
    "email_outcomes",
    "email_rematches",
    "firm_sessions",
    "inbound_attachments",
    "instruction_answers",
    "pending_notifications",
    "privacy_requests",
    "email_opt_outs",
    "refunds",
    "stage_duration_stats",
    "stage_durations",
  ].includes(table);
}

/**
 * Returns the values of all text columns whose name matches, including lists, except columns whose
 * values the schema lists.
 */
async function readText(trx: Db, name: string) {
  const columns = await select<{ table: string; column: string; list: boolean }>(
    trx,
    `select table_name as table, column_name as column, data_type = 'ARRAY' as list
     from information_schema.columns
     where table_schema = 'public' and column_name ~ '${name}'
       and (data_type in ('text', 'ARRAY') or udt_name = 'citext')`,
  );
  const states = await everyState(trx);
  const found: string[] = [];
  for (const { table, column, list } of columns) {
    if (states.some((state) => state.table === table && state.column === column)) continue;
    const value = list ? `unnest(${column})` : `${column}::text`;
    const rows = await select<{ value: string | null }>(
      trx,
      `select ${value} as value from ${table}`,
    );
    found.push(...rows.flatMap((row) => row.value ?? []));
  }
  return found;
}

/** The last loaded demonstration data, in a database transaction that is never committed. */
let shown: { today: Date; trx: ControlledTransaction<DB> } | null = null;

/** Runs `look` on the demonstration data of a day. Consecutive calls for one day load it once. */
async function onDay(today: Date, look: (trx: Db) => Promise<void>) {
  if (shown?.today.getTime() !== today.getTime()) {
    await rollBack();
    shown = { today, trx: await db.startTransaction().execute() };
    await seed(shown.trx, { today });
    await refreshAll(shown.trx);
  }
  try {
    await look(shown.trx);
  } catch (error) {
    // A database transaction rejects every query after an error.
    await rollBack();
    throw error;
  }
}

async function rollBack() {
  await shown?.trx.rollback().execute();
  shown = null;
}

async function select<Row>(trx: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(trx)).rows;
}

async function tableNames(trx: Db) {
  const tables = await select<{ name: string }>(
    trx,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not like 'kysely_%' order by 1`,
  );
  return tables.map(({ name }) => name);
}

/** Sequences of the audit log continue after a rollback, so its numbers are ignored. */
const NUMBERED: Record<string, string> = {
  audit_log: "to_jsonb(r) - 'id'",
  audit_unsealed: "to_jsonb(r) - 'audit_id'",
  changes: "to_jsonb(r) - 'id'",
};

async function readAllRows(trx: Db) {
  const contents: Record<string, unknown[]> = {};
  for (const table of await tableNames(trx)) {
    const row = NUMBERED[table] ?? "to_jsonb(r)";
    const rows = await select<{ row: unknown }>(
      trx,
      `select ${row} as row from ${table} r order by (${row})::text`,
    );
    contents[table] = rows.map((r) => r.row);
  }
  return contents;
}

async function listIds(trx: Db, table: string) {
  const rows = await select<{ id: string }>(trx, `select id from ${table} order by id`);
  return rows.map(({ id }) => id);
}
