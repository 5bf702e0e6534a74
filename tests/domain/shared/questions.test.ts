import { expect, test } from "vitest";
import { pick } from "#app/domain/shared/questions.ts";

test.each<[name: string, record: Record<string, unknown>, picked: Record<string, unknown>]>([
  ["the named properties, including null", { a: 1, b: null, c: 3 }, { a: 1, b: null }],
  ["no undefined value for a missing property", { a: 1, c: 3 }, { a: 1 }],
  ["no inherited property", Object.create({ a: 1 }), {}],
])("pick returns %s", (_name, record, picked) => {
  expect(pick(record, ["a", "b"])).toStrictEqual(picked);
});
