import { expect, test } from "vitest";
import { isUnlisted } from "#app/server/headers.server.ts";

test.each([
  ["/admin", true],
  ["/admin/transactions", true],
  ["/administration", false],
  ["/authenticate", true],
  ["/authenticate/link-expired", true],
  ["/mocks/post-box", true],
  ["/dashboard/sell/1", true],
  ["/account", true],
  ["/welcome-back", true],
  ["/sign-out", true],
  ["/leads/val@example.test", true],
  ["/webhooks/stripe", true],
  ["/privacy-policy", true],
  ["/cookie-policy", true],
  ["/seller/terms/v1", true],
  ["/buyer/terms/v1", true],
  ["/sell/payment", true],
  ["/buy/welcome", true],
  ["/sell/get-started", false],
  ["/buy/get-started", false],
  ["/", false],
  ["/sign-in", false],
  ["/sign-up", false],
  ["/partner-sign-up", false],
  ["/accessibility", false],
  ["/a/admin", false],
])("whether the path %s is kept out of search engines is %s (H-006)", (path, unlisted) => {
  expect(isUnlisted(path)).toBe(unlisted);
});
