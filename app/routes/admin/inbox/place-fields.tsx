import { useSearchParams } from "@remix-run/react";

/** Renders hidden fields with the place in the inbox, to which a form leads back. */
export function PlaceFields() {
  const [query] = useSearchParams();
  return ["view", "list"].map((name) => {
    const value = query.get(name);
    return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
  });
}

/** Returns a query with only the place in the inbox. */
export function placeIn(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...query.keys()]) if (name !== "view" && name !== "list") query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
