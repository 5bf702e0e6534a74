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

/**
 * HM Land Registry's Business Gateway: Enquiry by Property Description V2.0 and Online Owner Verification V1.0.
 * Documents: landregistry.github.io/bgtechdoc. The first is documented in full; of the second only the message is, and the
 * element around it is the one that public integrations send. Switched off unless LAND_REGISTRY_ENABLED (C-084): then every
 * function answers "off" without a request.
 */

export type RegisterPerson = { first_name: string; middle_name?: string | null; last_name: string };

const EPD_REQUEST =
  "http://www.oscre.org/ns/eReg-Final/2011/RequestSearchByPropertyDescriptionV2_0";
const OOV_REQUEST = "http://www.landregistry.gov.uk/OOV/RequestOnlineOwnershipVerificationV1_0";

/** The longest reference that the schemas allow. */
const MAX_REFERENCE = 25;
const POLL_REQUEST = "http://www.oscre.org/ns/eReg/MR01-20090605/PollRequest";

/** The gateway's test host names its engines differently. */
const isTestHost = env.LAND_REGISTRY_URL.includes("//bgtest.");
const enquiry = `${isTestHost ? "ECBG_StubService" : "BGSoapEngine"}/EnquiryByPropertyDescriptionV2_0`;
const verification = `${isTestHost ? "EOOV_StubService" : "EOOV_SoapEngine"}/OnlineOwnershipVerificationV1_0`;

/** Element names of the request's address, in the order of its schema. */
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
 * Title number and tenure of an address (C-082).
 *
 * @param message_id ours, 5 to 50 letters, digits and hyphens; the same one brings the same answer
 * @throws VendorError
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

/** The answer to an earlier `searchProperty` that was "pending" (C-083). @throws VendorError */
export async function pollProperty(
  message_id: string,
  address: RegisterAddress,
): Promise<TitleSearch> {
  if (!env.LAND_REGISTRY_ENABLED) return { state: "off" };
  const answer = await callGateway(`${enquiry}PollWebService`, pollXml(message_id));
  return readSearch(answer, address);
}

/**
 * Title number of an address, and whether this person owns it (C-081).
 *
 * @param message_id as in `searchProperty`
 * @throws VendorError
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
        // The schema's forename has no blanks.
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

/** The answer to an earlier `verifyOwnership` that was "pending" (C-083). @throws VendorError */
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

/** The register's names have no accents. */
function registerName(name: string) {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/’/g, "'")
    .replace(/[^a-zA-Z0-9\-' ]/g, "")
    .trim();
}

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  const isByOwner = env.LAND_REGISTRY_SERVICE === "owner";
  const poll = isByOwner ? pollOwnership : pollProperty;
  const { state } = await poll(`smoke-${randomUUID()}`, {});
  return state === "off"
    ? "LAND_REGISTRY_ENABLED is not set, so no request was sent."
    : `It answers a poll for a message that does not exist: ${state}.`;
}
