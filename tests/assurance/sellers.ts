import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { aboutYou, property } from "#tests/routes/sell/flow.ts";
import { payOnStripesPage, type SeparateDoubles } from "#tests/support/separate-doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { hiddenFields, type Fields, type Page, Visitor } from "#tests/support/http-visitor.ts";

type Seller = { id: string; email: string; visitor: Visitor };

const TRIES = 60;

/**
 * Sellers who fill in all steps up to the payment. They reload pages and resubmit forms, as people
 * do.
 */
export class Sellers {
  readonly all: Seller[] = [];
  slowestMs = 0;
  again = 0;
  readonly wrong: string[] = [];
  private readonly db: Db;
  private readonly base: string;

  constructor(db: Db, base: string) {
    this.db = db;
    this.base = base;
  }

  /** @param between runs after each form is opened and before it is submitted */
  async walk(between: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const { id, email, cookie } = await patiently(() => signIn(this.db));
    const visitor = new Visitor(this.base, cookie);
    this.all.push({ id, email, visitor });
    await this.fillIn(visitor, paths.sell.welcome(), {}, between);
    await this.fillIn(visitor, paths.sell.aboutYou(), aboutYou, between);
    const line_1 = `${crypto.randomUUID()} Arch Street`;
    const home = { ...property, "address.line_1": line_1, "address.uprn": "" };
    await this.fillIn(visitor, paths.sell.aboutTheProperty(), home, between);
    const [sale] = await patiently(() =>
      this.db.selectFrom("transactions").select("id").where("seller_id", "=", id).execute(),
    );
    if (!sale) return void this.wrong.push(`${email} has no sale`);
    const named = { sale: sale.id };
    await this.fillIn(visitor, paths.sell.terms(named), { terms_and_conditions: "on" }, between);
    const page = await this.fillIn(
      visitor,
      paths.sell.payment(named),
      { intent: "hosted" },
      between,
    );
    if (!page.location?.startsWith("http"))
      return void this.wrong.push(`${email} cannot pay: ${page.status} ${page.location}`);
    const { pathname, search } = new URL(await payOnStripesPage(page.location));
    await this.ask(() => visitor.get(pathname + search));
  }

  private async fillIn(
    visitor: Visitor,
    address: string,
    typed: Fields,
    between: () => Promise<unknown>,
  ) {
    let path = address;
    let page = await this.ask(() => visitor.get(path));
    for (let step = 0; page.location && step < 3; step++) {
      path = page.location;
      page = await this.ask(() => visitor.get(path));
    }
    const carried = hiddenFields(page);
    await between();
    return await this.ask(() => visitor.post(path, { ...carried, ...typed }));
  }

  async ask(send: () => Promise<Page>): Promise<Page> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const began = performance.now();
      const page = await send().catch(() => null);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
      if (page && page.status < 500) return page;
      this.again += 1;
      await pause(250);
    }
    throw new Error("A page has not come in a quarter of a minute");
  }

  /** Returns each seller’s outcome. "once" is the expected one. */
  async outcomes(doubles: SeparateDoubles): Promise<string[]> {
    const sent = await doubles.recipients();
    return Promise.all(
      this.all.map(async ({ id, email }) => {
        const { rows } = await sql<Record<"sales" | "paid" | "events" | "owed" | "unsent", number>>`
          select
            (select count(*)::int from transactions where seller_id = ${id}) as sales,
            (select count(*)::int from orders o join transactions t on t.id = o.transaction_id
              where t.seller_id = ${id} and o.paid_at is not null and o.review is null) as paid,
            (select count(*)::int from events e join transactions t on t.id = e.transaction_id
              where t.seller_id = ${id} and e.event_name = 'payment_successful') as events,
            (select count(*)::int from email_log where user_id = ${id}) as owed,
            (select count(*)::int from email_log where user_id = ${id} and status <> 'sent') as unsent`.execute(
          this.db,
        );
        const found = rows[0];
        const posted = sent.filter((to) => to.includes(email)).length;
        if (
          found?.sales === 1 &&
          found.paid === 1 &&
          found.events === 1 &&
          found.unsent === 0 &&
          posted === found.owed
        ) {
          return "once";
        }
        return `${JSON.stringify(found)} ${posted} emails`;
      }),
    );
  }
}

/** Retries the proof’s own query, which may run during a kill of the database. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await pause(250);
    }
  }
}
