/** A route’s `handle`. A layout route may set parts of it for its child routes. */
export type PageHandle = {
  /**
   * Title of the page. The document adds "Error: " before it if a form has errors, and the product
   * name after it.
   */
  title: string | ((data: unknown) => string);
  /**
   * Second part of the title, for pages that have the same title: a step, tab, record or position
   * in a list.
   */
  part?: string | ((data: unknown) => string);
  description?: string;
  /**
   * True if the page is identical for every visitor. The server then caches it in memory
   * (server/cached-pages.server.ts).
   */
  cached?: true;
  robots?: "noindex, nofollow";
  /** True if the form is too long for a dialog. The form then replaces the page. */
  longForm?: true;
  /** Density of the layout. "staff" is denser and uses the full width. */
  density?: "staff";
};

export type LayoutHandle = Partial<PageHandle>;

const KEYS = ["title", "part", "description", "cached", "robots", "longForm", "density"] as const;

/**
 * Merges the handles of the matched routes. If several set the same key, the innermost route’s
 * value wins.
 */
export function readHandles(matches: readonly { handle: unknown }[]): LayoutHandle {
  const merged: LayoutHandle = {};
  for (const { handle } of matches) {
    if (!isHandle(handle)) continue;
    for (const key of KEYS)
      if (handle[key] !== undefined) Object.assign(merged, { [key]: handle[key] });
  }
  return merged;
}

function isHandle(handle: unknown): handle is LayoutHandle {
  return typeof handle === "object" && handle !== null;
}

/** Returns the loader’s `title`, or the fallback. */
export function titleFromData(fallback: string): (data: unknown) => string {
  return (data) => fromData("title")(data) || fallback;
}

/** Returns a function that reads a text from loader data, or returns "" if the text is missing. */
export function fromData(name: string): (data: unknown) => string {
  return (data) => {
    const value: unknown = Reflect.get(Object(data), name);
    return typeof value === "string" ? value : "";
  };
}
