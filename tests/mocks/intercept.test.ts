import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { intercept } from "#mocks/intercept.ts";

const site = createServer((_request, response) => response.end("the site"));
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
afterAll(() => site.close());

const address = site.address();
const ours = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;

test("the doubles still answer after remix-serve has installed its own fetch, and no longer answer after the interception ends", async () => {
  const program = ["--import", "tsx", "tests/mocks/intercept-process.ts", ours];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(JSON.parse(stdout)).toEqual({
    before: ["the double", "the site"],
    with_theirs: ["the double", "the site"],
    ended: ["the site", "the site"],
  });
});

test("the original fetch is restored when the interception ends, if no other fetch was installed", async () => {
  const before = globalThis.fetch;
  intercept([])();
  expect(globalThis.fetch).toBe(before);
  expect(await (await fetch(ours)).text()).toBe("the site");
});
