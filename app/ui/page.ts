/** A route’s `handle`. A layout route may set parts of it for its children. */
export type PageHandle = {
  /** Page title. The root adds "Error: " before and the product name after. */
  title: string | ((data: unknown) => string);
  /** Distinguishes pages with the same title: step, tab, record, list position. */
  part?: string | ((data: unknown) => string);
  description?: string;
  /** Identical for every visitor; cached in memory (server/cached-pages.server.ts). */
  cached?: true;
  robots?: "noindex, nofollow";
  /** Form too long for a dialog; it replaces the page. */
  longForm?: true;
  /** Denser layout, full width. */
  density?: "staff";
};

export type LayoutHandle = Partial<PageHandle>;

const KEYS = ["title", "part", "description", "cached", "robots", "longForm", "density"] as const;

/** Merges the matched routes’ handles; the innermost wins. */
export function readHandles(matches: readonly { handle: unknown }[]): LayoutHandle {
  const said: LayoutHandle = {};
  for (const { handle } of matches) {
    if (!isHandle(handle)) continue;
    for (const key of KEYS)
      if (handle[key] !== undefined) Object.assign(said, { [key]: handle[key] });
  }
  return said;
}

function isHandle(handle: unknown): handle is LayoutHandle {
  return typeof handle === "object" && handle !== null;
}

/** Returns the loader’s `title`, or the fallback. */
export function titleFromData(fallback: string): (data: unknown) => string {
  return (data) => fromData("title")(data) || fallback;
}

/** Returns a reader of a text in loader data; "" if it is missing. */
export function fromData(name: string): (data: unknown) => string {
  return (data) => {
    const said: unknown = Reflect.get(Object(data), name);
    return typeof said === "string" ? said : "";
  };
}
