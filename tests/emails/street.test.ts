import { expect, test } from "vitest";
import { renderEmail } from "#app/emails/render.server.ts";
import { shortenSubject, streetOf } from "#app/emails/street.ts";
import { examples } from "./examples.ts";

test.each([
  ["a house", "19 Bainbrigge Road, York, YO1 7HZ", "19 Bainbrigge Road"],
  ["a flat", "Flat 9, 14 Boar Lane, Holbeck, Leeds, LS1 5DA", "Flat 9, 14 Boar Lane, Holbeck"],
  ["an address in London", "10 Downing Street, London, SW1A 2AA", "10 Downing Street"],
  ["an address without a postcode", "1 Arch Street, Bath", "1 Arch Street, Bath"],
  ["an address without a street", "York, YO1 7HZ", "York, YO1 7HZ"],
  ["several homes", "2 properties in Elm Field", "2 properties in Elm Field"],
])("reads the street for an email’s subject from %s: $2", (_what, property, street) => {
  expect(streetOf(property)).toBe(street);
});

test.each([
  [
    "at the end",
    "The people on your purchase have changed: 14 Little Underbank Gardens",
    "The people on your purchase have changed: 14 Little…",
  ],
  [
    "in the middle",
    "Your solicitor for the home at 14 Little Underbank Gardens has changed",
    "Your solicitor for the home at 14 Little… has changed",
  ],
  ["that fits already", "News: 14 Little Underbank Gardens", "News: 14 Little Underbank Gardens"],
])("an email’s subject with a street %s fits a phone (CU-6)", (_where, subject, fitted) => {
  expect(shortenSubject(subject, "14 Little Underbank Gardens, York, YO1 7HZ")).toBe(fitted);
});

const property = "19 Bainbrigge Road, York, YO1 7HZ";

test.each([
  "invitation_seller",
  "invitation_buyer",
  "seller_terms_accepted",
  "payment_received",
  "payment_failed",
  "payment_held",
  "purchase_intent_success",
  "seller_introduction",
  "buyer_additional_info",
  "purchase_intent_activated_buyer",
  "purchase_intent_deactivated_buyer",
  "purchase_intent_activated_seller",
  "giftor_id_check",
  "person_named",
  "people_changed",
  "sewer_bill_request",
  "solicitor_changed",
  "estate_agent_changed",
  "weekly_summary",
  "start_reminder",
] as const)("the subject of the %s email has at most 60 characters", async (name) => {
  const { subject } = await renderEmail(name, { ...examples[name], property });
  expect(subject).toContain("19 Bainbrigge Road");
  expect(subject.length).toBeLessThanOrEqual(60);
});
