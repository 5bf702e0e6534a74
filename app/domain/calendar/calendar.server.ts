import { sql } from "kysely";
import { addressLine } from "#app/domain/shared/address.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { isBuyerSql, isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import type { EmailRecipient } from "#app/domain/readers/addressee.ts";
import type { LinkReader, Reader } from "#app/domain/readers/reader.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { orderedProduct } from "#app/domain/searches/searches.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { CalendarEntry } from "./ics.ts";
import type { DateKind } from "./matter-date.ts";
import { matterDates } from "./matter-dates.ts";
import { NO_ESTIMATES, estimateDates } from "./date-estimates.ts";

/**
 * Returns the dates on the dashboard of a matter's side, for staff or that side's customers.
 * `today` is a London date.
 */
export async function readDates(
  db: Db,
  { id, side, reader }: { id: string; side: Side; reader: Reader },
  today = londonDay(new Date()),
) {
  const owner = reader.type === "admin" ? null : reader.id;
  const [matter] = await listMatters(db, side, { owner, id });
  // Leave out estimates, because the dashboard shows them next to the stages.
  return matter ? matterDates({ ...matter, targets: NO_ESTIMATES }, today) : [];
}

/**
 * Returns a person's calendar: all dates of their matters, including cancelled ones. Stores how
 * often each date has changed, because calendar apps need this number to recognise a newer version.
 */
export async function readCalendar(
  db: Db,
  { id: user_id }: Reader | LinkReader<"calendar"> | EmailRecipient,
  today = londonDay(new Date()),
): Promise<(CalendarEntry & { transaction_id: string; side: Side; kind: DateKind })[]> {
  const matters = await listOwnMatters(db, user_id);
  const history = await readStageHistory(db);
  const dates = matters.flatMap(({ stage_row, ...matter }) => {
    const targets = stage_row
      ? estimateDates(toStageFacts(stage_row), history, today)
      : NO_ESTIMATES;
    return matterDates({ ...matter, targets }, today).map((date) => ({ ...date, matter }));
  });
  const stored = await inTransaction(db, async (trx) => {
    await saveCalendarDates(
      trx,
      user_id,
      dates.map(({ matter, kind, day, certainty }) => ({
        transaction_id: matter.transaction_id,
        side: matter.side,
        kind,
        day,
        is_tentative: certainty !== "set",
      })),
    );
    return trx
      .selectFrom("calendar_dates")
      .select(["transaction_id", "side", "kind", "day", "sequence", "is_cancelled", "changed_at"])
      .where("user_id", "=", user_id)
      .orderBy("day")
      .orderBy("transaction_id")
      .orderBy("kind")
      .execute();
  });
  return stored.flatMap(({ day, sequence, is_cancelled, changed_at, ...row }) => {
    // A former participant gets no information about the matter, not even cancelled dates.
    const matter = matters.find((each) => isOf(row, each));
    if (!matter) return [];
    const date = dates.find(({ matter, kind }) => kind === row.kind && isOf(row, matter));
    const { transaction_id, side, kind } = row;
    const to = side === "seller" ? paths.dashboard.sell : paths.dashboard.buy;
    const url = siteUrl(to(transaction_id));
    return {
      ...{ transaction_id, side, kind, day, sequence, is_cancelled, changed_at, url },
      uid: `${transaction_id}-${side}-${kind}@${PRODUCT_NAME.toLowerCase()}`,
      summary: `${date?.title ?? CANCELLED_TITLES[kind]}: ${matter.home}`,
      certainty: date?.certainty ?? "set",
      description: date ? `${date.basis}\n${url}` : url,
    };
  });
}

const CANCELLED_TITLES: Record<DateKind, string> = {
  deposit: "Send your solicitor the deposit",
  exchange: "Exchange of contracts",
  balance: "Balance due",
  completion: "Completion",
  searches: "Searches reach 6 months old",
  priority: "Land Registry priority period ends",
  tax_return: "Tax return due",
};

type Place = { transaction_id: string; side: Side; kind: DateKind };

function isOf(row: Omit<Place, "kind">, matter: Omit<Place, "kind">) {
  return row.transaction_id === matter.transaction_id && row.side === matter.side;
}

/**
 * Stores a person's dates and increments `sequence` of those that have changed. Cancels the stored
 * dates that are not in the list.
 */
async function saveCalendarDates(
  trx: Db,
  user_id: string,
  dates: readonly (Place & { day: string; is_tentative: boolean })[],
) {
  if (dates.length > 0) {
    await trx
      .insertInto("calendar_dates")
      .values(dates.map((date) => ({ user_id, ...date })))
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "transaction_id", "side", "kind"])
          .doUpdateSet((eb) => ({
            day: eb.ref("excluded.day"),
            is_tentative: eb.ref("excluded.is_tentative"),
            is_cancelled: false,
            sequence: eb("calendar_dates.sequence", "+", 1),
            changed_at: sql`now()`,
          }))
          .where((eb) =>
            eb.or([
              eb("calendar_dates.day", "<>", eb.ref("excluded.day")),
              eb("calendar_dates.is_tentative", "<>", eb.ref("excluded.is_tentative")),
              eb("calendar_dates.is_cancelled", "=", true),
            ]),
          ),
      )
      .execute();
  }
  const keys = dates.map(({ transaction_id, side, kind }) => `${transaction_id} ${side} ${kind}`);
  await trx
    .updateTable("calendar_dates")
    .set((eb) => ({ is_cancelled: true, sequence: eb("sequence", "+", 1), changed_at: sql`now()` }))
    .where("user_id", "=", user_id)
    .where("is_cancelled", "=", false)
    .where(sql<boolean>`concat_ws(' ', transaction_id, side, kind) <> all(${keys}::text[])`)
    .execute();
}

async function listOwnMatters(db: Db, owner: string) {
  const [sales, purchases] = await Promise.all([
    listMatters(db, "seller", { owner }),
    listMatters(db, "buyer", { owner }),
  ]);
  return [...sales, ...purchases];
}

type Which = { owner: string | null; id?: string };

async function listMatters(db: Db, side: Side, which: Which) {
  const rows = side === "seller" ? await listSales(db, which) : await listPurchases(db, which);
  return rows.map(({ line_1, line_2, line_3, post_town, ...row }) => ({
    ...row,
    side,
    home: addressLine({ line_1, line_2, line_3, post_town, postcode: row.postcode }),
  }));
}

/**
 * Selects sales with the dates of their active purchase, without the dates that only buyers may
 * see.
 */
function listSales(db: Db, { owner, id }: Which) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .leftJoin("purchase_intents as active", (join) =>
      join.onRef("active.transaction_id", "=", "transactions.id").on("active.is_active", "=", true),
    )
    .where(saleIsCompleteSql())
    .$if(owner !== null, (query) => query.where(isSellerSql(owner ?? "")))
    .$if(id !== undefined, (query) => query.where("transactions.id", "=", id ?? ""))
    .select(["transactions.id as transaction_id", ...ADDRESS_LINES])
    .select(["active.exchanged", "active.completed", "active.aborted"])
    .select([sql<null>`null`.as("searches_back"), sql<null>`null`.as("priority_search")])
    .$if(id === undefined, (query) => query.select(selectStageRow().as("stage_row")))
    .execute();
}

/**
 * Selects purchases, one per matter: the one that the dashboard shows. Only an active purchase has
 * the dates of searches.
 */
function listPurchases(db: Db, { owner, id }: Which) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where(purchaseIsCompleteSql())
    .$if(owner !== null, (query) => query.where(isBuyerSql(owner ?? "")))
    .$if(id !== undefined, (query) => query.where("transactions.id", "=", id ?? ""))
    .distinctOn("purchase_intents.transaction_id")
    .orderBy("purchase_intents.transaction_id")
    .$if(owner === null, (query) => activeElseNewest(query))
    .orderBy("purchase_intents.created_at", "desc")
    .orderBy("purchase_intents.id", "desc")
    .select(["transactions.id as transaction_id", ...ADDRESS_LINES])
    .select(["purchase_intents.exchanged", "purchase_intents.completed"])
    .select("purchase_intents.aborted")
    .select([
      sql<string | null>`case when purchase_intents.is_active then ${oldestSearch()} end`.as(
        "searches_back",
      ),
      sql<string | null>`case when purchase_intents.is_active
        then purchase_intents.priority_search_on end`.as("priority_search"),
    ])
    .$if(id === undefined, (query) =>
      query.select((eb) =>
        eb
          .case()
          .when("purchase_intents.is_active", "=", true)
          .then(selectStageRow())
          .end()
          .as("stage_row"),
      ),
    )
    .execute();
}

/**
 * Returns SQL for the result date of the oldest current search. Of several searches for the same
 * product, only the last one ordered is current.
 */
function oldestSearch() {
  return sql<string | null>`(
    select min(newest.completion_date) from (
      select distinct on (${orderedProduct("searches")}) status, completion_date
      from searches
      where searches.transaction_id = transactions.id and status <> 'cancelled'
      order by ${orderedProduct("searches")}, created_at desc, id desc
    ) as newest
    where newest.status = 'complete')`;
}
