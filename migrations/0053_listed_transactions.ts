import { sql, type Kysely } from "kysely";

/**
 * What lists show of a matter, and what they are narrowed by, in one row: a page is as many rows of one table, along one
 * of its indexes. The row holds facts, no texts; the five steps of `transaction_progress` are among them.
 *
 * The rows are made, and their indexes, while everyone works on. What was changed meanwhile is worked out again at the
 * end, when nothing can be changed any more.
 */
export async function up(db: Kysely<unknown>) {
  await createRules(db, "transaction_progress");
  await createRows(db);
  await createIndexes(db);
  await sql`
    lock table transactions, properties, addresses, users, parties, purchase_intents, orders, searches, checks
    in share row exclusive mode`.execute(db);
  await createRefresh(db);
  await sql`
    select refresh_listed_transaction(rules.id)
    from listed_transaction_rules as rules left join listed_transactions as kept using (id)
    where row(kept.*) is distinct from row(rules.*)`.execute(db);
  await createRules(db, "transaction_progress_rules");
  await replaceTriggers(db);
  await replaceProgress(db);
  await sql`
    alter table listed_transactions
      add foreign key (id) references transactions on delete cascade`.execute(db);
  await dropIndexes(db);
}

/** In the order of the table and of the view, which are compared row by row. */
const COLUMNS = [
  ...["id", "created_at", "payment", "estate_agent", "solicitors", "searches", "id_checks"],
  ...["estate_agent_id", "seller_lawyer_group_id", "buyer_lawyer_group_id", "group_id"],
  ...["type", "asking_price_pounds", "legals_started_at", "tags"],
  ...["line_1", "line_2", "line_3", "post_town", "postcode"],
  ...["sellers", "buyers", "sale_agreed", "exchanged", "completed", "aborted"],
  ...["payment_type", "stripe_transaction_status", "paid_at"],
  ...["check_of", "check_since", "check_unconfirmed", "searches_since"],
];

const columns = (prefix = "") => sql.raw(COLUMNS.map((name) => prefix + name).join(", "));

/** The names of a side: who signed up, then the others in their order. */
const names = (primary: string, others: string) => sql`(
  select jsonb_agg(
    jsonb_build_object('first_name', first_name, 'middle_name', middle_name, 'last_name', last_name)
    order by position, id)
  from (
    select first_name, middle_name, last_name, -1 as position, id
    from users where users.id = ${sql.raw(primary)}
    union all
    select first_name, middle_name, last_name, position, id
    from parties where ${sql.raw(others)}
  ) as person)`;

/**
 * The purchase that counts is the active one, else the newest. The check is the one whose order the provider has not
 * confirmed, else the oldest that is under way, of those of the sellers and of that purchase.
 *
 * @param steps where the steps come from: by their rules, or as they have been kept until now, which is done in half the time
 */
async function createRules(
  db: Kysely<unknown>,
  steps: "transaction_progress" | "transaction_progress_rules",
) {
  await sql`
    create or replace view listed_transaction_rules as
      select
        transactions.id, transactions.created_at,
        payment::progress, estate_agent::progress, solicitors::progress, progress.searches::progress, id_checks::progress,
        estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id, group_id,
        transactions.type, asking_price_pounds, legals_started_at, tags,
        line_1, line_2, line_3, post_town, postcode,
        ${names("transactions.seller_id", "kind = 'seller' and parties.transaction_id = transactions.id")} as sellers,
        case when purchase.id is not null then
          ${names("purchase.buyer_id", "kind = 'buyer' and parties.purchase_intent_id = purchase.id")}
        end as buyers,
        sale_agreed, exchanged, completed, aborted,
        payment_type, stripe_transaction_status, paid_at,
        waiting.person_type as check_of, waiting.created_at as check_since,
        waiting.order_sent_at is not null as check_unconfirmed,
        (
          select min(searches.created_at) from searches
          where searches.transaction_id = transactions.id and status = 'in progress'
        ) as searches_since
      from ${sql.table(steps)} as progress
      join transactions on transactions.id = progress.transaction_id
      join properties on properties.id = transactions.property_id
      join addresses on addresses.id = properties.address_id
      left join orders on orders.transaction_id = transactions.id
      left join lateral (
        select id, buyer_id, sale_agreed, exchanged, completed, aborted from purchase_intents
        where purchase_intents.transaction_id = transactions.id
        order by is_active desc, purchase_intents.created_at desc, id desc
        limit 1
      ) as purchase on true
      left join lateral (
        select person_type, checks.created_at, order_sent_at from checks
        where checks.transaction_id = transactions.id
          and status = 'pending' and order_called_off_at is null
          and (purchase_intent_id is null or purchase_intent_id = purchase.id)
        order by order_sent_at is null, checks.created_at, id
        limit 1
      ) as waiting on true`.execute(db);
}

async function createRows(db: Kysely<unknown>) {
  await sql`
    create table listed_transactions (
      id object_id primary key,
      created_at timestamptz not null,
      payment progress not null,
      estate_agent progress not null,
      solicitors progress not null,
      searches progress not null,
      id_checks progress not null,
      estate_agent_id object_id,
      seller_lawyer_group_id object_id,
      buyer_lawyer_group_id object_id,
      group_id object_id,
      type text not null check (type in ('resale', 'development')),
      asking_price_pounds integer not null,
      legals_started_at timestamptz,
      tags text[] not null,
      line_1 text not null,
      line_2 text,
      line_3 text,
      post_town text not null,
      postcode text,
      sellers jsonb not null,
      buyers jsonb,
      sale_agreed date,
      exchanged date,
      completed date,
      aborted date,
      payment_type text check (payment_type in ('stripe_direct', 'invoice')),
      stripe_transaction_status text,
      paid_at timestamptz,
      check_of text check (check_of in ('seller', 'buyer', 'giftor')),
      check_since timestamptz,
      check_unconfirmed boolean not null,
      searches_since timestamptz
    )`.execute(db);
  await sql`
    insert into listed_transactions (${columns()})
    select ${columns()} from listed_transaction_rules`.execute(db);
}

const ORDER = "created_at desc, id desc";

/** Each holds just the rows of a filter, in the order of the list; of two filters of a matter, one is the first column. */
async function createIndexes(db: Kysely<unknown>) {
  const create = (name: string, by: string, where = "") =>
    sql`
      create index ${sql.id(`listed_transactions_${name}`)} on listed_transactions (${sql.raw(by)})
      ${sql.raw(where && `where ${where}`)}`.execute(db);
  await create("newest", ORDER);
  for (const step of ["payment", "estate_agent", "solicitors", "searches", "id_checks"]) {
    await create(step, ORDER, `${step} <> 'complete'`);
  }
  const filters = {
    agent: "estate_agent_id",
    seller_lawyers: "seller_lawyer_group_id",
    buyer_lawyers: "buyer_lawyer_group_id",
  };
  for (const [name, column] of Object.entries(filters)) {
    await create(name, `${column}, ${ORDER}`, `${column} is not null`);
    await create(`unpaid_${name}`, `${column}, ${ORDER}`, `payment <> 'complete'`);
  }
  for (const side of ["seller", "buyer"]) {
    const lawyers = `${side}_lawyer_group_id`;
    await create(
      `agent_${side}_lawyers`,
      `estate_agent_id, ${lawyers}, ${ORDER}`,
      `estate_agent_id is not null and ${lawyers} is not null`,
    );
  }
  await create("group", `group_id, ${ORDER}`, "group_id is not null");
  await sql`analyze listed_transactions`.execute(db);
}

/** Who changes a matter at the same time waits here, and then reads what the other has changed. */
async function createRefresh(db: Kysely<unknown>) {
  await sql`
    create function refresh_listed_transaction(of_transaction object_id) returns void language plpgsql as $$
    begin
      perform from listed_transactions where id = of_transaction for update;
      insert into listed_transactions as kept (${columns()})
      select ${columns()} from listed_transaction_rules where id = of_transaction
      on conflict (id) do update set (${columns()}) = (${columns("excluded.")})
      where kept is distinct from excluded;
    end $$`.execute(db);
}

/** What a matter is told by, and which columns of it: of a person and an address only what is shown of them. */
const TOLD_BY = {
  transactions:
    "created_at, type, property_id, seller_id, asking_price_pounds, legals_started_at, tags, estate_agent_status, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id, group_id",
  orders: "transaction_id, payment_type, stripe_transaction_status, paid_at",
  searches: "transaction_id, status, created_at",
  checks:
    "transaction_id, purchase_intent_id, status, result, order_sent_at, order_called_off_at, person_type, email, first_name, last_name, created_at",
  purchase_intents:
    "transaction_id, buyer_id, is_active, created_at, sale_agreed, exchanged, completed, aborted",
  parties:
    "transaction_id, purchase_intent_id, kind, position, email, first_name, middle_name, last_name, represented_because",
};

/** The matters that a changed row of each table is about. */
const MATTERS = {
  transactions: sql`select new.id`,
  parts: sql`select unnest(array[old.transaction_id, new.transaction_id])`,
  parties: sql`
    select unnest(array[old.transaction_id, new.transaction_id])
    union
    select transaction_id from purchase_intents
    where purchase_intents.id in (old.purchase_intent_id, new.purchase_intent_id)`,
  users: sql`
    select id from transactions where seller_id = new.id
    union
    select transaction_id from purchase_intents where buyer_id = new.id`,
  properties: sql`select id from transactions where property_id = new.id`,
  addresses: sql`
    select transactions.id from transactions
    join properties on properties.id = transactions.property_id
    where properties.address_id = new.id`,
};

async function replaceTriggers(db: Kysely<unknown>) {
  for (const [name, matters] of Object.entries(MATTERS)) {
    // In the order of their ids, so that two who change the same matters wait for one another in one direction.
    await sql`
      create function ${sql.id(`listed_by_${name}`)}() returns trigger language plpgsql as $$
      begin
        perform refresh_listed_transaction(matter.id)
        from (select distinct id from (${matters}) as _ (id) where id is not null order by id) as matter;
        return null;
      end $$`.execute(db);
  }
  for (const [table, told] of Object.entries(TOLD_BY)) {
    const made = table === "transactions" ? "insert" : "insert or delete";
    const by = table === "transactions" || table === "parties" ? table : "parts";
    await sql`
      create trigger ${sql.id(`${table}_listed`)}
      after ${sql.raw(made)} or update of ${sql.raw(told)} on ${sql.table(table)}
      for each row execute function ${sql.id(`listed_by_${by}`)}()`.execute(db);
  }
  await createShownTrigger(db, "users", ["email", "first_name", "middle_name", "last_name"]);
  await createShownTrigger(db, "properties", ["address_id"]);
  const address = ["line_1", "line_2", "line_3", "post_town", "postcode"];
  await createShownTrigger(db, "addresses", address);
}

/** Forms write all that they asked, so a column that is written is seldom one that has changed. */
async function createShownTrigger(db: Kysely<unknown>, table: string, shown: string[]) {
  const values = (row: string) => sql.raw(shown.map((column) => `${row}.${column}`).join(", "));
  await sql`
    create trigger ${sql.id(`${table}_listed`)} after update of ${sql.raw(shown.join(", "))} on ${sql.table(table)}
    for each row when (row(${values("old")}) is distinct from row(${values("new")}))
    execute function ${sql.id(`listed_by_${table}`)}()`.execute(db);
}

/** The steps are in the new rows. The version before this one reads them by the old name until it stops. */
async function replaceProgress(db: Kysely<unknown>) {
  const steps = sql`payment, estate_agent, solicitors, searches, id_checks`;
  await sql`
    create or replace view counted_lists as
      select 'transactions' as list, filter, count(*)::integer as rows
      from transactions, transaction_filters(
        paid, estate_agent_id, seller_lawyer_group_id, buyer_lawyer_group_id) as filter
      group by filter
      union all
      select 'feed', filter, count(*)::integer
      from listed_transactions, feed_filters(${steps}) as filter
      group by filter
      union all
      select 'users', 'active', count(*)::integer from users where active`.execute(db);
  await sql`
    create trigger listed_transactions_counts after insert or delete or update on listed_transactions
    for each row execute function feed_counts_changed()`.execute(db);

  const tables = ["transactions", "orders", "searches", "checks", "purchase_intents"];
  for (const table of [...tables, "parties", "users"]) {
    await sql`drop trigger ${sql.id(`${table}_progress`)} on ${sql.table(table)}`.execute(db);
  }
  for (const changed of ["transaction", "part", "party", "user"]) {
    await sql`drop function ${sql.id(`progress_${changed}_changed`)}()`.execute(db);
  }
  await sql`drop function refresh_transaction_progress(object_id)`.execute(db);
  await sql`drop table transaction_progress`.execute(db);
  await sql`
    create view transaction_progress as
      select id as transaction_id, created_at, ${steps} from listed_transactions`.execute(db);
}

/** Lists were narrowed by columns of the matters. What is left is what the matters of an agent are found by. */
async function dropIndexes(db: Kysely<unknown>) {
  for (const name of [
    ...["unpaid", "unpaid_agent", "unpaid_seller_lawyers", "unpaid_buyer_lawyers"],
    ...["agent_seller_lawyers", "agent_buyer_lawyers"],
  ]) {
    await sql`drop index ${sql.id(`transactions_${name}`)}`.execute(db);
  }
}
