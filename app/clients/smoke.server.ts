import { randomUUID } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import type { Vendor } from "#app/vendors.server.ts";
import { describeModel } from "./anthropic.server.ts";
import { findCompany } from "./companies-house.server.ts";
import { hasDocument, matterDocumentKey } from "./documents.server.ts";
import { pollOwnership, pollProperty } from "./land-registry.server.ts";
import { findAddresses } from "./loqate.server.ts";
import { readOfficeListings } from "./office-health.server.ts";
import { describeServer } from "./postmark.server.ts";
import { verifyRecaptcha } from "./recaptcha.server.ts";
import { testSentry } from "./sentry.server.ts";
import { listPaymentIntents } from "./stripe-lists.server.ts";
import { isLive } from "./stripe.server.ts";
import { fetchCheck } from "./thirdfort.server.ts";
import { nullIfNotFound } from "./vendor-error.ts";

/**
 * One question to each third party that changes nothing there and costs nothing, for the first day with real keys
 * (docs/vendors.md). Each returns what it saw, in words, and throws VendorError where the vendor refuses or cannot be
 * reached.
 */
export const SMOKE: Readonly<Record<Vendor | "s3", () => Promise<string>>> = {
  async stripe() {
    const until = new Date();
    const begun = await listPaymentIntents({ from: daysBefore(until, 1), until });
    return `${isLive ? "Live" : "Test"} keys. ${begun.length} payments were started in the last day.`;
  },
  async postmark() {
    const { name, delivery, inbound_host } = await describeServer();
    const inbound = inbound_host
      ? `Inbound emails go to ${inbound_host}. Our host is ${new URL(env.APP_URL).host}.`
      : "No address is set for inbound emails.";
    return `Server “${name}”, ${delivery}. ${inbound}`;
  },
  async loqate() {
    const found = await findAddresses({ query: "SW1A 2AA" });
    return `${found.length} suggestions for SW1A 2AA, the first “${found[0]?.text ?? ""}”.`;
  },
  async recaptcha() {
    const isPerson = await verifyRecaptcha({ token: "smoke", action: "smoke" });
    return isPerson
      ? "It accepts any token, so this is not a real key."
      : "The secret is valid. A made-up token is refused, as it should be.";
  },
  async thirdfort() {
    const check = await nullIfNotFound(fetchCheck("smoke-test"));
    return check
      ? "It has a check called “smoke-test”, so this is not Thirdfort."
      : "The token is accepted. A check that does not exist returns 404, as it should.";
  },
  async "office-health"() {
    return `The feed has ${(await readOfficeListings()).length} offices.`;
  },
  async "land-registry"() {
    const isByOwner = env.LAND_REGISTRY_SERVICE === "owner";
    const poll = isByOwner ? pollOwnership : pollProperty;
    const { state } = await poll(`smoke-${randomUUID()}`, {});
    return state === "off"
      ? "LAND_REGISTRY_ENABLED is not set, so no request was sent."
      : `It answers a poll for a message that does not exist: ${state}.`;
  },
  async "companies-house"() {
    const company = await findCompany("00000006");
    return company ? `00000006 is ${company.name}.` : "It has no company 00000006.";
  },
  async "one-search"() {
    const { status } = await fetch(env.ONESEARCH_API_URL, {
      method: "HEAD",
      signal: AbortSignal.timeout(env.OUTBOUND_DEADLINE_MS),
    });
    return `Its address responds with ${status}. OneSearch charges for every request, so the password was not tested.`;
  },
  async anthropic() {
    return env.ANTHROPIC_ENABLED
      ? `${env.ANTHROPIC_MODEL} is ${await describeModel()}.`
      : "ANTHROPIC_ENABLED is not set, so no request was sent.";
  },
  async sentry() {
    return (await testSentry())
      ? "It accepts an empty envelope, so the key and the project are right."
      : "SENTRY_DSN is not set, so errors only go to the log.";
  },
  async s3() {
    if (!env.S3_BUCKET) return "S3_BUCKET is not set, so documents are stored in a folder.";
    const isThere = await hasDocument(matterDocumentKey("smoke", "searches", randomUUID()));
    return `The bucket ${env.S3_BUCKET} can be reached. ${isThere ? "It claims to have every document, which is wrong." : "A document that does not exist is reported as missing, as it should be."}`;
  },
};

function daysBefore(date: Date, days: number) {
  return new Date(date.getTime() - days * 24 * 60 * 60 * 1_000);
}
