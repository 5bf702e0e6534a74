/** Makes a link and its route from one spelling of a URL. */

export type Query = Record<string, string | number | boolean | null | undefined>;

/** The values of a pattern’s parameters in their order; a parameter that ends in "?" may be left out. */
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
  /** The path with the names of its parameters, as app/routes.ts declares it. */
  pattern: string;
};

/**
 * Makes a link from a pattern, such as `pattern("/admin/users/:id")`. The link takes the values of the parameters in their
 * order, then a query, whose null and undefined values are left out.
 */
export function pattern<Path extends string>(path: Path): Link<Path> {
  const names = path.match(PARAMETER)?.length ?? 0;
  const build = (...args: readonly (string | number | Query | undefined)[]) => {
    const values = args.slice(0, names).values();
    const filled = path.replace(PARAMETER, (name) => {
      const value = String(values.next().value ?? "");
      return value === "" && name.endsWith("?") ? "" : `/${encodeURIComponent(value)}`;
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
