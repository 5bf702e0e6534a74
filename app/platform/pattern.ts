/**
 * URL patterns. A route and the links to it are made from the same pattern, so their spelling can't
 * differ.
 */

export type Query = Record<string, string | number | boolean | null | undefined>;

/**
 * Values of a pattern's parameters, in their order. A parameter whose name ends in "?" is optional.
 */
type Values<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Later}`
    ? [...Value<Name>, ...Values<`/${Later}`>]
    : Value<Rest>
  : [];
type Value<Name extends string> = Name extends `${string}?`
  ? [value?: string | number]
  : [value: string | number];

type Link<Path extends string = string> = {
  (...values: [...Values<Path>, query?: Query]): string;
  pattern: string;
};

/**
 * Returns a function that makes links from a pattern such as "/admin/users/:id". The function takes
 * the values of the parameters, in order, and then a query. It leaves out values of the query that
 * are null or undefined.
 */
export function pattern<Path extends string>(path: Path): Link<Path> {
  const names = path.match(PARAMETER)?.length ?? 0;
  const build = (...args: readonly (string | number | Query | undefined)[]) => {
    const values = args.slice(0, names).values();
    const filled = path.replace(PARAMETER, (name) => {
      const { value = "" } = values.next();
      if (typeof value === "object" || (value === "" && name.endsWith("?"))) return "";
      return `/${encodeURIComponent(value)}`;
    });
    const query = args[names];
    return typeof query === "object" ? withQuery(filled, query) : filled;
  };
  return Object.assign(build, { pattern: path });
}

const PARAMETER = /\/:\w+\??/g;

function withQuery(path: string, query: Query) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
