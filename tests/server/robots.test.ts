import { expect, test } from "vitest";
import { isUnlisted } from "#app/server/headers.server.ts";

test.each([
  ["/admin", "is kept out of", true],
  ["/admin/transactions", "is kept out of", true],
  ["/administration", "is open to", false],
  ["/authenticate", "is kept out of", true],
  ["/authenticate/link-expired", "is kept out of", true],
  ["/mocks/post-box", "is kept out of", true],
  ["/dashboard/sell/1", "is kept out of", true],
  ["/account", "is kept out of", true],
  ["/welcome-back", "is kept out of", true],
  ["/sign-out", "is kept out of", true],
  ["/leads/val@example.test", "is kept out of", true],
  ["/webhooks/stripe", "is kept out of", true],
  ["/privacy-policy", "is kept out of", true],
  ["/cookie-policy", "is kept out of", true],
  ["/seller/terms/v1", "is kept out of", true],
  ["/buyer/terms/v1", "is kept out of", true],
  ["/sell/payment", "is kept out of", true],
  ["/buy/welcome", "is kept out of", true],
  ["/sell/get-started", "is open to", false],
  ["/buy/get-started", "is open to", false],
  ["/", "is open to", false],
  ["/sign-in", "is open to", false],
  ["/sign-up", "is open to", false],
  ["/partner-sign-up", "is open to", false],
  ["/accessibility", "is open to", false],
  ["/a/admin", "is open to", false],
])("the path %s %s search engines (H-006)", (path, _state, unlisted) => {
  expect(isUnlisted(path)).toBe(unlisted);
});
