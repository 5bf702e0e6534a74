/**
 * HM Land Registry's Business Gateway: Enquiry by Property Description V2.0 and Online Owner
 * Verification V1.0 (landregistry.github.io/bgtechdoc). The documentation of the second service
 * describes the message but not the element around it, so we send the element that public
 * integrations send. Unless LAND_REGISTRY_ENABLED is set, every function returns "off" (C-084).
 */

import { randomUUID } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import {
  readMatch,
  readSearch,
  type RegisterAddress,
  type TitleMatch,
  type TitleSearch,
} from "./answers.server.ts";
import { callGateway } from "./soap.server.ts";
import type { Xml } from "../xml.ts";

export type RegisterPerson = { first_name: string; middle_name?: string | null; last_name: string };

const EPD_REQUEST =
  "http://www.oscre.org/ns/eReg-Final/2011/RequestSearchByPropertyDescriptionV2_0";
const OOV_REQUEST = "http://www.landregistry.gov.uk/OOV/RequestOnlineOwnershipVerificationV1_0";

const MAX_REFERENCE = 25;
const POLL_REQUEST = "http://www.oscre.org/ns/eReg/MR01-20090605/PollRequest";

const isTestHost = env.LAND_REGISTRY_URL.includes("//bgtest.");
const enquiry = `${isTestHost ? "ECBG_StubService" : "BGSoapEngine"}/EnquiryByPropertyDescriptionV2_0`;
const verification = `${isTestHost ? "EOOV_StubService" : "EOOV_SoapEngine"}/OnlineOwnershipVerificationV1_0`;

/** Returns an address as XML elements, in the order that the schema requires. */
function addressXml(address: RegisterAddress, prefix: string): Xml {
  const lines = {
    BuildingName: address.building_name?.slice(0, 50),
    BuildingNumber: address.building_number?.slice(0, 5),
    StreetName: address.street?.slice(0, 80),
    CityName: address.post_town?.slice(0, 35),
    PostcodeZone: address.postcode,
  };
  const xml: Xml = {};
  for (const [name, value] of Object.entries(lines)) {
    if (value?.trim()) xml[`${prefix}:${name}`] = value.trim();
  }
  return xml;
}

/**
 * Looks up the title number and tenure of the property at an address (C-082).
 * @param message_id our id for the request: 5 to 50 letters, digits and hyphens. If an id is
 *   repeated, the first response is returned again
 * @throws {VendorError}
 */
export async function searchProperty(
  address: RegisterAddress,
  message_id: string,
): Promise<TitleSearch> {
  if (!env.LAND_REGISTRY_ENABLED) return { state: "off" };
  const answer = await callGateway(`${enquiry}WebService`, {
    "ns3:searchProperties": {
      "@xmlns:ns2": EPD_REQUEST,
      "@xmlns:ns3": "http://epdv2_0.ws.bg.lr.gov/",
      arg0: {
        "ns2:ID": { "ns2:MessageID": message_id },
        "ns2:Product": {
          "ns2:ExternalReference": { "ns2:Reference": message_id.slice(0, MAX_REFERENCE) },
          "ns2:CustomerReference": { "ns2:Reference": message_id.slice(0, MAX_REFERENCE) },
          "ns2:SubjectProperty": { "ns2:Address": addressXml(address, "ns2") },
        },
      },
    },
  });
  return readSearch(answer, address);
}

/** Polls for the result of a `searchProperty` that was "pending" (C-083). @throws {VendorError} */
export async function pollProperty(
  message_id: string,
  address: RegisterAddress,
): Promise<TitleSearch> {
  if (!env.LAND_REGISTRY_ENABLED) return { state: "off" };
  const answer = await callGateway(`${enquiry}PollWebService`, pollXml(message_id));
  return readSearch(answer, address);
}

/**
 * Looks up the title number of the property at an address, and checks whether the person owns the
 * property (C-081).
 * @throws {VendorError}
 */
export async function verifyOwnership(
  { address, person }: { address: RegisterAddress; person: RegisterPerson },
  message_id: string,
): Promise<TitleMatch> {
  if (!env.LAND_REGISTRY_ENABLED) return { state: "off" };
  const middle = registerName(person.middle_name ?? "");
  const answer = await callGateway(`${verification}WebService`, {
    "ns3:verifyOwnership": {
      "@xmlns:ns2": OOV_REQUEST,
      "@xmlns:ns3": "http://ownershipv1_0.ws.bg.lr.gov/",
      in: {
        "ns2:MessageId": message_id,
        "ns2:Reference": message_id.slice(0, MAX_REFERENCE),
        "ns2:SubjectProperty": { "ns2:PropertyAddress": addressXml(address, "ns2") },
        // The schema does not allow spaces in a forename, so send only the part before the first
        // space.
        "ns2:FirstForename": registerName(person.first_name).split(" ")[0],
        ...(middle && { "ns2:MiddleName": middle }),
        "ns2:Surname": registerName(person.last_name),
        "ns2:Indicators": {
          "ns2:Indicator": {
            "ns2:IndicatorType": "ContinueIfOutOfHours",
            "ns2:IndicatorValue": "true",
          },
        },
      },
    },
  });
  return readMatch(answer, address);
}

/** Polls for the result of a `verifyOwnership` that was "pending" (C-083). @throws {VendorError} */
export async function pollOwnership(
  message_id: string,
  address: RegisterAddress,
): Promise<TitleMatch> {
  if (!env.LAND_REGISTRY_ENABLED) return { state: "off" };
  const answer = await callGateway(`${verification}PollWebService`, pollXml(message_id));
  return readMatch(answer, address);
}

function pollXml(message_id: string): Xml {
  return {
    "ns3:getResponse": {
      "@xmlns:ns2": POLL_REQUEST,
      "@xmlns:ns3": "http://poll.ws.bg.lr.gov/",
      arg0: { "ns2:ID": { "ns2:MessageID": message_id } },
    },
  };
}

/**
 * Returns a name as the register spells it, without accents and with only a few punctuation marks.
 */
function registerName(name: string) {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/’/g, "'")
    .replace(/[^a-zA-Z0-9\-' ]/g, "")
    .trim();
}

/**
 * Sends HM Land Registry a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const isByOwner = env.LAND_REGISTRY_SERVICE === "owner";
  const poll = isByOwner ? pollOwnership : pollProperty;
  const { state } = await poll(`smoke-${randomUUID()}`, {});
  return state === "off"
    ? "LAND_REGISTRY_ENABLED is not set, so no request was sent."
    : `It answers a poll for a message that does not exist: ${state}.`;
}
