/** What a route says about its page in `export const handle`. A layout route says part of it for the pages inside. */
export type PageHandle = {
  /** The page's own title; "Error: " before it and the product's name after it are added by the root. */
  title: string | ((data: unknown) => string);
  /** Which of several pages with that title: the step, the tab, the record, how much of a list. */
  part?: string | ((data: unknown) => string);
  description?: string;
  /** The same for every visitor: rendered once, and then sent from memory (server/cached-pages.server.ts). */
  cached?: true;
  robots?: "noindex, nofollow";
  /** A form over another page, too long for a dialog: with scripts too it takes that page's place. */
  longForm?: true;
  /** Staff pages are denser and use the full width. */
  density?: "staff";
};

export type LayoutHandle = Partial<PageHandle>;

const KEYS = ["title", "part", "description", "cached", "robots", "longForm", "density"] as const;

/** What the matched routes say together: the innermost wins. */
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

/** For a page that is called after its record: the `title` that its loader answered, else the fallback. */
export function titleFromData(fallback: string): (data: unknown) => string {
  return (data) => fromData("title")(data) || fallback;
}

/** What a page's loader answered under a name; nothing when that is no text. */
export function fromData(name: string): (data: unknown) => string {
  return (data) => {
    const said: unknown = Reflect.get(Object(data), name);
    return typeof said === "string" ? said : "";
  };
}
