import { afterAll, beforeAll, expect, test } from "vitest";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

/**
 * Checks Retry-After on the built service, because Remix drops the headers of a thrown response.
 */

useTestDatabase();
let service: BuiltService;
beforeAll(async () => {
  service = new BuiltService(await freePort());
  await service.start();
});
afterAll(() => service.stop());

test("a page and its data answer 429 with Retry-After once the rate limit is reached (B-030)", async () => {
  const visitor = new Visitor(service.base);
  for (let times = 0; times < 60; times++) await visitor.get("/authenticate.data?token=x");
  for (const address of ["/authenticate?token=x", "/authenticate.data?token=x"]) {
    const answer = await visitor.get(address);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
  }
});
