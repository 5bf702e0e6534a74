import { useSearchParams } from "@remix-run/react";

/** Renders hidden fields with the place in the inbox, to which a form leads back. */
export function PlaceFields() {
  const [query] = useSearchParams();
  return ["view", "list"].map((name) => {
    const value = query.get(name);
    return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
  });
}
