import { Refusal } from "./objects.ts";

export type Fields = { [name: string]: string | Fields };

/**
 * Parses a body in Stripe's form encoding, with names such as `metadata[order]` or
 * `line_items[0][quantity]`.
 */
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

/** Returns an object without a prototype, so that no field's name has a special meaning. */
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

/**
 * Returns the metadata in a request. Stripe allows 50 pairs, with names of 40 characters and values
 * of 500 (docs.stripe.com/api/metadata).
 */
export function metadata(fields: Fields): Record<string, string> {
  const pairs = Object.entries(part(fields, "metadata"));
  if (pairs.length > 50) throw invalid("metadata", "You can have at most 50 metadata keys.");
  return Object.fromEntries(
    pairs.map(([key, value]) => {
      const param = `metadata[${key}]`;
      if (typeof value !== "string") throw invalid(param, "Metadata values must be strings.");
      if (key.length > 40) throw invalid(param, "Metadata keys can have up to 40 characters.");
      if (value.length > 500) {
        throw invalid(param, "Metadata values can have up to 500 characters.");
      }
      return [key, value];
    }),
  );
}

export function onlyKnown(fields: Fields, known: readonly string[]) {
  const name = Object.keys(fields).find((given) => !known.includes(given));
  if (name) throw invalid(name, `Received unknown parameter: ${name}`, "parameter_unknown");
}

export function email(fields: Fields, name: string): string | null {
  const value = text(fields, name);
  if (value === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return value;
  throw invalid(name, `Invalid email address: ${value}`, "email_invalid");
}

export function neededUrl(fields: Fields, name: string): string {
  const value = needed(fields, name);
  if (URL.canParse(value) && /^https?:/.test(value)) return value;
  throw invalid(name, "Not a valid URL", "url_invalid");
}

export function short(fields: Fields, name: string, max: number): string | null {
  const value = text(fields, name);
  if (value === null || value.length <= max) return value;
  throw invalid(name, `Invalid string: must be at most ${max} characters`);
}

function invalid(param: string, message: string, code?: string) {
  return new Refusal(400, {
    type: "invalid_request_error",
    message,
    param,
    ...(code && { code }),
  });
}

/**
 * Returns an amount in pence. Stripe accepts amounts from 30p that have at most eight digits in
 * pence.
 */
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
  if (value.length > 8) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "amount_too_large",
      message: "Amount must be no more than £999,999.99",
      param: name,
    });
  }
  return Number(value);
}
