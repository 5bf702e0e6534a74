import { Refusal } from "./objects.ts";

export type Fields = { [name: string]: string | Fields };

/** Stripe's bodies and queries are forms whose names say the structure: `metadata[order]`, `line_items[0][quantity]`. */
export function parseBody(body: string): Fields {
  const root = emptyFields();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop();
    if (last === undefined) continue;
    let place = root;
    for (const part of path) {
      const inner = place[part];
      place = typeof inner === "object" ? inner : (place[part] = emptyFields());
    }
    place[last] = value;
  }
  return root;
}

/** Without a prototype, so that no name in a body means anything else. */
function emptyFields(): Fields {
  const fields: Fields = {};
  Object.setPrototypeOf(fields, null);
  return fields;
}

export function text(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function needed(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (value !== null) return value;
  throw new Refusal(400, {
    type: "invalid_request_error",
    code: "parameter_missing",
    message: `Missing required param: ${name}.`,
    param: name,
  });
}

export function part(fields: Fields, name: string): Fields {
  const value = fields[name];
  return typeof value === "object" ? value : {};
}

export function texts(fields: Fields, name: string): Record<string, string> {
  const pairs = Object.entries(part(fields, name));
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}

/** Pence. Stripe takes nothing under 30 of them. */
export function amount(fields: Fields, name: string): number {
  const value = needed(fields, name);
  if (!/^\d+$/.test(value)) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "parameter_invalid_integer",
      message: `Invalid integer: ${value}`,
      param: name,
    });
  }
  if (Number(value) < 30) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "amount_too_small",
      message: "Amount must be at least £0.30 gbp",
      param: name,
    });
  }
  return Number(value);
}
