import { expect, test } from "vitest";
import { pick } from "#app/domain/fields/questions.ts";

test.each<[name: string, record: Record<string, unknown>, picked: Record<string, unknown>]>([
  ["the parts that are named", { a: 1, b: null, c: 3 }, { a: 1, b: null }],
  ["a part that is not there stays out, and is not undefined", { a: 1, c: 3 }, { a: 1 }],
  ["nothing of what every object has", Object.create({ a: 1 }), {}],
])("%s", (_name, record, picked) => {
  expect(pick(record, ["a", "b"])).toStrictEqual(picked);
});
