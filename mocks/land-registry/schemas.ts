/**
 * Request schemas that HM Land Registry publishes for the Business Gateway (LandRegistry/bgtechdoc,
 * documents/search_property_desc and documents/online_owner_verification). A message that does not
 * match them gets a SOAP fault, not a rejection in the response.
 */

import { readMember } from "#app/platform/read-member.ts";

type Text = { pattern: RegExp; max: number };
type Element = { name: string; content: Text | Sequence; optional?: boolean };
type Sequence = readonly Element[];

const text = (max: number, pattern = /\S/): Text => ({ pattern, max });
const messageId = text(50, /^[a-zA-Z0-9][a-zA-Z0-9-]{4,}$/);
const reference = text(25, /^[A-Za-z0-9\s~!"@#$%'()*+,\-./:;=>?[\\\]_{}^£&]+$/);
const name = text(Infinity, /^[a-zA-Z0-9\-\s']+$/);

function address(postcode: RegExp): Sequence {
  return [
    { name: "BuildingName", content: text(50), optional: true },
    { name: "BuildingNumber", content: text(5), optional: true },
    { name: "StreetName", content: text(80), optional: true },
    { name: "CityName", content: text(35), optional: true },
    { name: "PostcodeZone", content: text(8, postcode), optional: true },
  ];
}

const referenced: Sequence = [{ name: "Reference", content: reference }];

export const enquiry: Sequence = [
  { name: "ID", content: [{ name: "MessageID", content: messageId }] },
  {
    name: "Product",
    content: [
      { name: "ExternalReference", content: referenced },
      { name: "CustomerReference", content: referenced },
      {
        name: "SubjectProperty",
        content: [
          {
            name: "Address",
            content: address(/^[A-Z]{1,2}[0-9R][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}$/),
          },
        ],
      },
    ],
  },
];

export const ownerVerification: Sequence = [
  { name: "MessageId", content: messageId },
  { name: "Reference", content: reference },
  {
    name: "SubjectProperty",
    content: [
      {
        name: "PropertyAddress",
        content: address(/^[A-Z]{1,2}[0-9R][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}$/i),
      },
    ],
  },
  { name: "FirstForename", content: text(Infinity, /^[a-zA-Z0-9\-']+$/) },
  { name: "MiddleName", content: name, optional: true },
  { name: "Surname", content: name },
  {
    name: "Indicators",
    content: [
      {
        name: "Indicator",
        optional: true,
        content: [
          { name: "IndicatorType", content: text(Infinity) },
          { name: "IndicatorValue", content: text(5, /^(?:true|false|0|1)$/) },
        ],
      },
    ],
  },
];

export const pollRequest: Sequence = [
  { name: "ID", content: [{ name: "MessageID", content: messageId }] },
];

/** Describes the first part of a message that does not match the schema; null if all of it does. */
export function violation(sequence: Sequence, message: unknown, at = ""): string | null {
  // The parser returns an empty element as an empty string.
  const element = message === "" ? {} : message;
  if (typeof element !== "object" || element === null) return `${at || "The message"} is missing`;
  const names = Object.keys(element);
  const unknown = names.find((given) => !sequence.some(({ name }) => name === given));
  if (unknown) return `${at}/${unknown} is not expected`;
  const inOrder = sequence.filter(({ name }) => names.includes(name)).map(({ name }) => name);
  if (inOrder.join() !== names.join())
    return `${at || "The message"} has its elements out of order`;
  for (const { name, content, optional } of sequence) {
    const value = readMember(element, name);
    const here = `${at}/${name}`;
    if (value === undefined) {
      if (optional) continue;
      return `${here} is missing`;
    }
    const broken = isText(content)
      ? violatedText(content, value, here)
      : violation(content, value, here);
    if (broken) return broken;
  }
  return null;
}

function isText(content: Text | Sequence): content is Text {
  return "pattern" in content;
}

function violatedText({ pattern, max }: Text, value: unknown, at: string): string | null {
  const isValid = typeof value === "string" && value.length <= max && pattern.test(value);
  return isValid ? null : `${at} does not have the value that its type allows`;
}
