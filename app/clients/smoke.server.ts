import { randomUUID } from "node:crypto";
import { env } from "#app/env.server.ts";
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
    return `${isLive ? "Live" : "Test"} keys. ${begun.length} payments were begun in the last day.`;
  },
  async postmark() {
    const { name, delivery, inbound_host } = await describeServer();
    const inbound = inbound_host
      ? `Emails that come in are posted to ${inbound_host}; ours is ${new URL(env.APP_URL).host}.`
      : "No address is set for emails that come in.";
    return `Server “${name}”, ${delivery}. ${inbound}`;
  },
  async loqate() {
    const found = await findAddresses({ query: "SW1A 2AA" });
    return `${found.length} suggestions for SW1A 2AA, the first “${found[0]?.text ?? ""}”.`;
  },
  async recaptcha() {
    const isPerson = await verifyRecaptcha({ token: "smoke", action: "smoke" });
    return isPerson
      ? "It takes any token for a person: this is no real key."
      : "The secret is known. A made-up token is refused, as it should be.";
  },
  async thirdfort() {
    const check = await nullIfNotFound(fetchCheck("smoke-test"));
    return check
      ? "It knows a check “smoke-test”: this is not Thirdfort."
      : "The token is accepted. A check that is not there is 404, as it should be.";
  },
  async "office-health"() {
    return `The feed has ${(await readOfficeListings()).length} offices.`;
  },
  async "land-registry"() {
    const isByOwner = env.LAND_REGISTRY_SERVICE === "owner";
    const poll = isByOwner ? pollOwnership : pollProperty;
    const { state } = await poll(`smoke-${randomUUID()}`, {});
    return state === "off"
      ? "LAND_REGISTRY_ENABLED is not set: nobody is asked."
      : `It answers a poll for a message that was never sent: ${state}.`;
  },
  async "companies-house"() {
    const company = await findCompany("00000006");
    return company ? `00000006 is ${company.name}.` : "It knows no company 00000006.";
  },
  async "one-search"() {
    const { status } = await fetch(env.ONESEARCH_API_URL, {
      method: "HEAD",
      signal: AbortSignal.timeout(env.OUTBOUND_DEADLINE_MS),
    });
    return `Its address answers with ${status}. No question of OneSearch’s is free of charge, so the password is not tried.`;
  },
  async anthropic() {
    return env.ANTHROPIC_ENABLED
      ? `${env.ANTHROPIC_MODEL} is ${await describeModel()}.`
      : "ANTHROPIC_ENABLED is not set: nobody is asked.";
  },
  async sentry() {
    return (await testSentry())
      ? "It takes an envelope of ours that holds nothing: the key and the project are right."
      : "SENTRY_DSN is not set: errors go to the log alone.";
  },
  async s3() {
    if (!env.S3_BUCKET) return "S3_BUCKET is not set: documents are kept in a folder.";
    const isThere = await hasDocument(matterDocumentKey("smoke", "searches", randomUUID()));
    return `The bucket ${env.S3_BUCKET} can be asked. ${isThere ? "It has whatever it is asked for." : "A document that is not there is missed, as it should be."}`;
  },
};

function daysBefore(date: Date, days: number) {
  return new Date(date.getTime() - days * 24 * 60 * 60 * 1_000);
}
