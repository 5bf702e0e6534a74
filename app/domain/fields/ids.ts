const OBJECT_ID = /^[0-9a-f]{24}$/;

/**
 * 24 hexadecimal characters, in lower case as the database makes them (V-032). "undefined" and "" are no id (V-033).
 */
export function isObjectId(value: unknown): value is string {
  return typeof value === "string" && OBJECT_ID.test(value);
}
