/**
 * Keeps the stored work of the desk (`desk_items`) consistent with the facts of its matters. This
 * module must not import db/connection.ts, which imports it.
 */

import { CompiledQuery } from "kysely";
import type { Connection } from "#app/domain/stages/matter-facts.server.ts";
import { readDeskFacts, type StoredItem } from "./desk-facts.server.ts";
import { type DeskItem, deskItems } from "./desk-items.ts";

type Change = { deleted: string[]; stored: (DeskItem & { transaction_id: string })[] };

/**
 * Derives the items of matters and writes only those that differ. Idempotent. The matters must be
 * locked and their rows of lists refreshed: db/matter-driver.ts calls it before each commit that
 * changes a matter.
 * @returns the ids of the matters whose items differed
 */
export async function refreshDesk(
  connection: Connection,
  ids: readonly string[],
): Promise<string[]> {
  const changes = await readChanges(connection, ids);
  const deleted = changes.flatMap((change) => change.deleted);
  const stored = changes.flatMap((change) => change.stored);
  if (deleted.length > 0) {
    await connection.executeQuery(
      CompiledQuery.raw("delete from desk_items where id = any($1::text[])", [deleted]),
    );
  }
  if (stored.length > 0) {
    await connection.executeQuery(CompiledQuery.raw(STORE, [JSON.stringify(stored)]));
  }
  return changes.map(({ id }) => id);
}

/** Returns the ids of matters whose stored items differ from their facts. Locks no rows. */
export async function findDifferentDesk(
  connection: Connection,
  ids: readonly string[],
): Promise<string[]> {
  const changes = await readChanges(connection, ids);
  return changes.map(({ id }) => id);
}

const STORE = `
  insert into desk_items (transaction_id, kind, source_id, handler_id, since, due_at, facts)
  select transaction_id, kind, source_id, handler_id, since, due_at, facts
  from json_populate_recordset(null::desk_items, $1::json)
  on conflict (transaction_id, kind, source_id, coalesce(handler_id, ''))
  do update set since = excluded.since, due_at = excluded.due_at, facts = excluded.facts`;

async function readChanges(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const matters = await readDeskFacts(connection, ids);
  return matters
    .map((matter) => ({ id: matter.id, ...changeOf(matter.id, deskItems(matter), matter.stored) }))
    .filter(({ deleted, stored }) => deleted.length > 0 || stored.length > 0);
}

function changeOf(
  transaction_id: string,
  items: readonly DeskItem[],
  before: readonly StoredItem[],
): Change {
  const known = new Map(before.map((stored) => [keyOf(stored), stored]));
  const changed = items.filter((item) => !isSame(item, known.get(keyOf(item))));
  for (const item of items) known.delete(keyOf(item));
  return {
    deleted: [...known.values()].map(({ id }) => id),
    stored: changed.map((item) => ({ transaction_id, ...item })),
  };
}

type Key = Pick<StoredItem, "kind" | "source_id" | "handler_id">;

const keyOf = ({ kind, source_id, handler_id }: Key) => `${kind} ${source_id} ${handler_id ?? ""}`;

function isSame(item: DeskItem, stored: StoredItem | undefined): boolean {
  return (
    stored !== undefined &&
    item.since.getTime() === new Date(stored.since).getTime() &&
    (item.due_at?.getTime() ?? null) === (stored.due_at && new Date(stored.due_at).getTime()) &&
    factsText(item.facts) === factsText(stored.facts)
  );
}

const factsText = (facts: object) =>
  JSON.stringify(Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
