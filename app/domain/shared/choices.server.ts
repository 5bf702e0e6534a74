import { type RawBuilder, sql } from "kysely";
import { isObjectId, type Option } from "./answers.ts";
import { type Choices, MAX_OPTIONS } from "./choices.ts";

export type OptionQuery = {
  /** Text to search for. Each word of it must occur in the option’s label. */
  find?: string | undefined;
  id?: string | undefined;
  limit?: number | undefined;
  /** True to return options in any order, because sorting them would read every row. */
  unsorted?: boolean | undefined;
};

type ListOptions = (query: OptionQuery) => Promise<Option[]>;

/** Builds an SQL condition: true if a name contains each word of the given text, ignoring case. */
export function containsWordsSql(name: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sql<boolean>`not exists (
    select from unnest(${words}::text[]) as word where strpos(lower(${name}), word) = 0)`;
}

/**
 * Returns the options to show first, and the option that was chosen earlier (its id is `chosen`). A
 * long list has only the options that match `find`.
 */
export async function readChoices(
  list: ListOptions,
  { find = "", chosen }: { find?: string | undefined; chosen?: string | undefined },
): Promise<Choices> {
  const first = await list({ limit: MAX_OPTIONS + 1, unsorted: true });
  if (first.length <= MAX_OPTIONS) {
    const known = first.find(({ value }) => value === chosen) ?? null;
    return { options: first, many: false, more: false, find, chosen: known };
  }
  const [found, [known = null]] = await Promise.all([
    find ? findOptions(list, find, MAX_OPTIONS) : { options: [], more: false },
    isObjectId(chosen) ? list({ id: chosen, limit: 1 }) : [],
  ]);
  return { ...found, many: true, find, chosen: known };
}

/** Returns the options whose label contains each word of `find`, sorted by label. */
export async function findOptions(
  list: ListOptions,
  find: string,
  limit: number,
): Promise<{ options: Option[]; more: boolean }> {
  const found = await list({ find, limit: limit + 1 });
  return { options: found.slice(0, limit), more: found.length > limit };
}
