import { type RawBuilder, sql } from "kysely";
import { isObjectId, type Option } from "./answers.ts";
import { type Choices, MAX_OPTIONS } from "./choices.ts";

/** Which options are wanted: without any of these all are. */
export type OptionQuery = {
  /** What they are called has this in it, each word by itself. */
  find?: string | undefined;
  /** The one with this id. */
  id?: string | undefined;
  /** So many, the first by name. */
  limit?: number | undefined;
  /** Whichever: to find the first by name, all are read. */
  any?: boolean | undefined;
};

/** Reads options that are kept in a table, in the order of their names. */
type ListOptions = (query: OptionQuery) => Promise<Option[]>;

/** Whether a name has each word of a text in it, in any case. */
export function hasWordsOf(name: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sql<boolean>`not exists (
    select from unnest(${words}::text[]) as word where strpos(lower(${name}), word) = 0)`;
}

/**
 * What a field offers at first: everything where that is little, else what fits a text, and in any case what was chosen
 * before.
 *
 * @param asked.chosen the id of that; one of nothing, or none at all, is no choice
 */
export async function readChoices(
  list: ListOptions,
  { find = "", chosen }: { find?: string | undefined; chosen?: string | undefined },
): Promise<Choices> {
  const first = await list({ limit: MAX_OPTIONS + 1, any: true });
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

/** The options that fit a text, so many at most, in the order of their names. */
export async function findOptions(
  list: ListOptions,
  find: string,
  limit: number,
): Promise<{ options: Option[]; more: boolean }> {
  const found = await list({ find, limit: limit + 1 });
  return { options: found.slice(0, limit), more: found.length > limit };
}
