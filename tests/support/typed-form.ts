import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** Parses typed fields with a form’s schema. Returns the value, or the errors by field. */
export function typedForm<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, string | readonly string[]>>,
): { value: z.output<Schema> } | { errors: Record<string, string[] | null> } {
  const form = new FormData();
  for (const [name, typed] of Object.entries(fields)) {
    for (const each of typeof typed === "string" ? [typed] : typed) form.append(name, each);
  }
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return { value: submission.value };
  return { errors: submission.error ?? {} };
}

/** Values that no one would type. A schema must reject them with a message, and never throw. */
export const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  "",
  "   ",
  "\0",
  "\ud800",
  "undefined",
  "null",
  "[object Object]",
  "a".repeat(100_000),
  "1".repeat(100_000),
  " ".repeat(100_000) + "x",
  "-1",
  "1e309",
  "NaN",
  "Infinity",
  0,
  -1,
  NaN,
  Infinity,
  true,
  [],
  ["a", "b"],
  {},
  { toString: "x" },
  new Date(0),
  () => "x",
];
