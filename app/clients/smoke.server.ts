import { randomUUID } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import * as anthropic from "./anthropic/client.server.ts";
import * as clamav from "./clamav/client.server.ts";
import * as companiesHouse from "./companies-house/client.server.ts";
import * as landRegistry from "./land-registry/client.server.ts";
import * as loqate from "./loqate/client.server.ts";
import * as officeHealth from "./office-health/client.server.ts";
import * as oneSearch from "./one-search/client.server.ts";
import * as postmark from "./postmark/client.server.ts";
import * as recaptcha from "./recaptcha/client.server.ts";
import * as sentry from "./sentry/client.server.ts";
import * as stripe from "./stripe/client.server.ts";
import * as thirdfort from "./thirdfort/client.server.ts";
import { hasDocument, matterDocumentKey } from "./documents.server.ts";
import type { Vendor } from "#app/platform/vendors.server.ts";

/** Smoke tests. Each one sends a third party a free, read-only request (docs/vendors.md). */
export const SMOKE: Readonly<Record<Vendor | "s3" | "clamav", () => Promise<string>>> = {
  stripe: stripe.smokeTest,
  postmark: postmark.smokeTest,
  loqate: loqate.smokeTest,
  recaptcha: recaptcha.smokeTest,
  thirdfort: thirdfort.smokeTest,
  "office-health": officeHealth.smokeTest,
  "land-registry": landRegistry.smokeTest,
  "companies-house": companiesHouse.smokeTest,
  "one-search": oneSearch.smokeTest,
  anthropic: anthropic.smokeTest,
  sentry: sentry.smokeTest,
  clamav: clamav.smokeTest,
  async s3() {
    if (!env.S3_BUCKET) return "S3_BUCKET is not set, so documents are stored in a folder.";
    const isThere = await hasDocument(matterDocumentKey("smoke", "searches", randomUUID()));
    return `The bucket ${env.S3_BUCKET} can be reached. ${isThere ? "It claims to have every document, which is wrong." : "A document that does not exist is reported as missing, as it should be."}`;
  },
};
