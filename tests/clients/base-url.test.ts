import { expect, test, vi } from "vitest";
import { z } from "zod";
import { looksLikePlaceholder } from "#app/clients/base-url.ts";

test.each([
  ["https://example.invalid", "is a placeholder", true],
  ["https://api.example.com", "is a placeholder", true],
  ["https://vendor.example/v1", "is a placeholder", true],
  ["__API_URL__", "is a placeholder", true],
  ["https://{region}.vendor.com", "is a placeholder", true],
  ["<address of the vendor>", "is a placeholder", true],
  ["https://${HOST}/v1", "is a placeholder", true],
  ["https://your-domain.com", "is a placeholder", true],
  ["$API_URL", "is a placeholder", true],
  ["%API_URL%", "is a placeholder", true],
  ["https://vendor.invalid", "is a placeholder", true],
  ["https://vendor.invalid/v1", "is a placeholder", true],
  ["https://vendor.invalid:8080", "is a placeholder", true],
  ["https://api.invalids.com", "is not a placeholder", false],
  ["https://a.com/%41b%", "is not a placeholder", false],
  ["https://api.stripe.com", "is not a placeholder", false],
  ["https://api.postmarkapp.com", "is not a placeholder", false],
  ["https://api.addressy.com", "is not a placeholder", false],
  ["https://www.google.com/recaptcha/api", "is not a placeholder", false],
  ["https://businessgateway.landregistry.gov.uk/b2b", "is not a placeholder", false],
  ["http://127.0.0.1:4010", "is not a placeholder", false],
])("the base URL %s %s (A-045)", (url, _kind, expected) => {
  expect(looksLikePlaceholder(url)).toBe(expected);
});

for (const name of ["STRIPE", "POSTMARK", "LOQATE", "RECAPTCHA", "THIRDFORT", "ANTHROPIC"]) {
  vi.stubEnv(`${name}_API_URL`, "__API_URL__");
}
vi.stubEnv("LAND_REGISTRY_URL", "https://example.invalid");
vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("OFFICE_HEALTH_FEED_URL", "https://example.invalid/offices.json");
vi.stubEnv("ANTHROPIC_ENABLED", "true");
vi.stubEnv("ANTHROPIC_API_KEY", "key");
const { retrievePaymentIntent } = await import("#app/clients/stripe/client.server.ts");
const { findSentEmail } = await import("#app/clients/postmark/client.server.ts");
const { retrieveAddress } = await import("#app/clients/loqate/client.server.ts");
const { verifyRecaptcha } = await import("#app/clients/recaptcha/client.server.ts");
const { fetchCheck } = await import("#app/clients/thirdfort/client.server.ts");
const { readOfficeListings } = await import("#app/clients/office-health/client.server.ts");
const { queryModel: askModel } = await import("#app/clients/anthropic/client.server.ts");
const { searchProperty } = await import("#app/clients/land-registry/client.server.ts");

test.each<[string, () => Promise<unknown>]>([
  ["stripe", () => retrievePaymentIntent("pi_1")],
  ["postmark", () => findSentEmail("a".repeat(24))],
  ["loqate", () => retrieveAddress("GB|1")],
  ["recaptcha", () => verifyRecaptcha({ token: "pass:sign_in", action: "sign_in" })],
  ["thirdfort", () => fetchCheck("t1")],
  ["office-health", readOfficeListings],
  ["anthropic", () => askModel({ instructions: "Read.", material: [], shape: z.object({}) })],
  ["land-registry", () => searchProperty({}, "message-1")],
])(
  "the %s client rejects every request while its base URL is a placeholder (A-045)",
  async (vendor, ask) => {
    await expect(ask()).rejects.toMatchObject({
      name: "VendorError",
      kind: "not_configured",
      message: `${vendor} cannot be reached: its address in the settings is not valid`,
    });
  },
);
