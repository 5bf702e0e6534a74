/** What a route says about its page in `export const handle`. A layout route says part of it for the pages inside. */
export type PageHandle = {
  /** The page's own title; "Error: " before it and the product's name after it are added by the root. */
  title: string | ((data: unknown) => string);
  description?: string;
  /** Public pages ship no JavaScript. */
  scripts?: false;
  robots?: "noindex, nofollow";
  /** Staff pages are denser and use the full width. */
  density?: "staff";
};

export type LayoutHandle = Partial<PageHandle>;

const KEYS = ["title", "description", "scripts", "robots", "density"] as const;

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
  return (data) =>
    typeof data === "object" && data !== null && "title" in data && typeof data.title === "string"
      ? data.title
      : fallback;
}
