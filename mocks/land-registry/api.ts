/**
 * Double of HM Land Registry's Business Gateway. It has a title for each house that Loqate's double
 * knows, with these exceptions:
 *
 *     ZZ1 1ZZ              rejected: bg.properties.nopropertyfound
 *     house number 99      the titles of the whole postcode, none of them number 99
 *     BS1 4QA              rejected: bg.properties.toomanyproperties
 *     CB1 2AZ              acknowledged; the first poll gets the result
 *     no house             rejected: bg.invalid.property.search.criteria
 *     surname "Stranger"   does not own it; "Alias" matches in part; anyone else owns it
 *     user name "invalid"  a SOAP fault
 *
 * A message that does not match its schema, or has a different namespace, also gets a SOAP fault.
 */

import { XMLParser } from "fast-xml-parser";
import { http, HttpResponse } from "msw";
import { z } from "zod";
import { readMember } from "#app/platform/read-member.ts";
import { premises } from "../loqate/addresses.ts";
import type { Kind, State } from "../state.ts";
import { writeXml } from "../xml.ts";
import * as schemas from "./schemas.ts";

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
});

type Xml = { [name: string]: string | Xml | Xml[] | undefined };

const Question = z.object({
  message_id: z.string(),
  building: z.string().default(""),
  postcode: z.string().default(""),
  surname: z.string().default(""),
});
type Question = z.output<typeof Question>;

const questions: Kind<Question> = { vendor: "land-registry", name: "question", shape: Question };

type Service = {
  /** Names of the request's element and of the element in it, and the namespaces of both. */
  asked: Asked;
  respond: (answer: Xml) => Xml;
  readQuestion: (message: unknown) => Question | null;
  reject: (code: string) => Xml;
  acknowledge: (message_id: string) => Xml;
  result: (titles: readonly Title[], question: Question) => Xml;
};

type Asked = {
  operation: string;
  part: string;
  namespaces: readonly [operation: string, message: string];
  schema: typeof schemas.enquiry;
};

type Title = { number: string; building: string; street: string; town: string; postcode: string };

export function landRegistryHandlers({ state, baseUrl }: { state: State; baseUrl: string }) {
  const at = (path: string) => `${baseUrl}/${path}`;
  const enquiry = at(":engine/EnquiryByPropertyDescriptionV2_0");
  const verification = at(":engine/OnlineOwnershipVerificationV1_0");
  return [
    http.post(`${enquiry}WebService`, ask(state, propertyDescription)),
    http.post(`${enquiry}PollWebService`, poll(state, propertyDescription)),
    http.post(`${verification}WebService`, ask(state, ownerVerification)),
    http.post(`${verification}PollWebService`, poll(state, ownerVerification)),
  ];
}

const PASSWORD_TEXT =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

/**
 * Returns the message of a valid request. For an invalid request, returns the response that refuses
 * it.
 */
async function readMessage(request: Request, { operation, part, namespaces, schema }: Asked) {
  if (!/^text\/xml\b/.test(request.headers.get("content-type") ?? "")) {
    return { refused: new HttpResponse(null, { status: 415 }) };
  }
  if (!request.headers.has("soapaction")) return { refused: fault("soapenv:Client") };
  const text = await request.text();
  const { header, body } = read(text);
  const token = pick(header, "Security", "UsernameToken");
  const user = pick(token, "Username");
  const isKnown = user && user !== "invalid" && pick(token, "Password", "@Type") === PASSWORD_TEXT;
  if (!isKnown) return { refused: fault("wsse:FailedAuthentication") };
  if (!pick(header, "international", "locale")) return { refused: fault("soapenv:Client") };
  const message = pick(body, operation, part);
  const broken = isIn(namespaces, text, operation)
    ? schemas.violation(schema, message)
    : `No ${operation} is expected here`;
  return broken ? { refused: fault("soapenv:Client", broken) } : { message };
}

/**
 * Returns true if the element is in the first of two namespaces and declares the second for its
 * content.
 */
function isIn([own, content]: Asked["namespaces"], text: string, element: string) {
  const [tag, prefix] = new RegExp(`<(\\w+):${element}\\b[^>]*>`).exec(text) ?? [""];
  return tag.includes(`xmlns:${prefix}="${own}"`) && tag.includes(`="${content}"`);
}

function ask(state: State, service: Service) {
  return async ({ request }: { request: Request }) => {
    const { message, refused } = await readMessage(request, service.asked);
    if (refused) return refused;
    const question = service.readQuestion(message);
    if (!question) return fault("soapenv:Client");
    await state.put(questions, question.message_id, question);
    return question.postcode === "CB1 2AZ"
      ? answer(service.respond(service.acknowledge(question.message_id)))
      : answer(service.respond(outcome(service, question)));
  };
}

const polling: Asked = {
  operation: "getResponse",
  part: "arg0",
  namespaces: [
    "http://poll.ws.bg.lr.gov/",
    "http://www.oscre.org/ns/eReg/MR01-20090605/PollRequest",
  ],
  schema: schemas.pollRequest,
};

function poll(state: State, service: Service) {
  return async ({ request }: { request: Request }) => {
    const { message, refused } = await readMessage(request, polling);
    if (refused) return refused;
    const id = pick(message, "ID", "MessageID");
    const question = typeof id === "string" ? await state.get(questions, id) : null;
    return answer(
      service.respond(question ? outcome(service, question) : service.reject("bg.poll.unknown")),
    );
  };
}

function outcome(service: Service, question: Question) {
  const { building, postcode } = question;
  if (!building || !postcode) return service.reject("bg.invalid.property.search.criteria");
  if (postcode === "BS1 4QA") return service.reject("bg.properties.toomanyproperties");
  const inPostcode = titles.filter((title) => title.postcode === postcode);
  const found =
    building === "99" ? inPostcode : inPostcode.filter((title) => title.building === building);
  if (found.length === 0) return service.reject("bg.properties.nopropertyfound");
  return service.result(found, question);
}

const titles: readonly Title[] = premises.flatMap(
  ({ uprn, number, name, flat, street, town, postcode, county }) =>
    flat
      ? []
      : {
          number: `${county.replace(/[^A-Z]/g, "")}${uprn.slice(-6)}`,
          building: (number ?? name ?? "").toUpperCase(),
          street: street.toUpperCase(),
          town: town.toUpperCase(),
          postcode,
        },
);

function titleAddress({ building, street, town }: Title): Xml {
  const house = /^\d/.test(building) ? { BuildingNumber: building } : { BuildingName: building };
  return { ...house, StreetName: street, CityName: town };
}

function questionFrom(message_id: unknown, address: unknown, surname?: unknown): Question | null {
  const building = pick(address, "BuildingNumber") ?? pick(address, "BuildingName");
  const parsed = Question.safeParse({
    message_id,
    building: typeof building === "string" ? building.toUpperCase() : "",
    postcode: pick(address, "PostcodeZone"),
    surname,
  });
  return parsed.data ?? null;
}

const reasons: Record<string, string> = {
  "bg.properties.nopropertyfound": "No title number has been identified from the data supplied.",
  "bg.properties.toomanyproperties":
    "The property address you entered has matched with a large number of properties on our database.",
  "bg.invalid.property.search.criteria": "Insufficient address details.",
  "bg.poll.unknown": "No response has been found for this message.",
};

function acknowledgement(message_id: string) {
  return {
    UniqueID: message_id,
    ExpectedResponseDateTime: new Date(Date.now() + 60_000).toISOString().slice(0, 19),
    MessageDescription:
      "Service is not currently available. System has queued your request, please poll at specified time.",
  };
}

const propertyDescription: Service = {
  asked: {
    operation: "searchProperties",
    part: "arg0",
    namespaces: [
      "http://epdv2_0.ws.bg.lr.gov/",
      "http://www.oscre.org/ns/eReg-Final/2011/RequestSearchByPropertyDescriptionV2_0",
    ],
    schema: schemas.enquiry,
  },
  respond: (gatewayResponse) => ({
    "ns2:searchPropertiesResponse": {
      "@xmlns:ns2": "http://epdv2_0.ws.bg.lr.gov/",
      return: {
        GatewayResponse: {
          "@xmlns":
            "http://www.oscre.org/ns/eReg-Final/2011/ResponseSearchByPropertyDescriptionV2_0",
          ...gatewayResponse,
        },
      },
    },
  }),
  readQuestion: (message) => {
    const address = pick(message, "Product", "SubjectProperty", "Address");
    return questionFrom(pick(message, "ID", "MessageID"), address);
  },
  reject: (code) => ({
    TypeCode: "20",
    Rejection: { RejectionResponse: { Reason: reasons[code], Code: code } },
  }),
  acknowledge: (message_id) => ({
    TypeCode: "10",
    Acknowledgement: { AcknowledgementDetails: acknowledgement(message_id) },
  }),
  result: (found, { message_id }) => ({
    TypeCode: "30",
    Results: {
      ExternalReference: { Reference: message_id },
      Title: found.map((title) => ({
        TitleNumber: title.number,
        TenureInformation: { TenureTypeCode: "10" },
        Address: { ...titleAddress(title), PostcodeZone: { Postcode: title.postcode } },
      })),
    },
  }),
};

const ownerVerification: Service = {
  asked: {
    operation: "verifyOwnership",
    part: "in",
    namespaces: [
      "http://ownershipv1_0.ws.bg.lr.gov/",
      "http://www.landregistry.gov.uk/OOV/RequestOnlineOwnershipVerificationV1_0",
    ],
    schema: schemas.ownerVerification,
  },
  respond: (response) => ({
    "ns2:verifyOwnershipResponse": {
      "@xmlns:ns2": "http://ownershipv1_0.ws.bg.lr.gov/",
      "@xmlns:oov": "http://www.landregistry.gov.uk/OOV/ResponseOnlineOwnershipVerificationV1_0",
      return: prefixed("oov", response),
    },
  }),
  readQuestion: (message) => {
    const address = pick(message, "SubjectProperty", "PropertyAddress");
    return questionFrom(pick(message, "MessageId"), address, pick(message, "Surname"));
  },
  reject: (code) => ({
    TypeCode: "20",
    Rejection: { Reason: reasons[code], Code: code, Reference: "reference" },
  }),
  acknowledge: (message_id) => ({ TypeCode: "10", Acknowledgement: acknowledgement(message_id) }),
  result: (found, { message_id, surname }) => ({
    TypeCode: "30",
    Result: {
      Reference: message_id,
      MatchResult: found.length === 1 ? "SINGLE_MATCH" : "MULTIPLE_MATCHES",
      Match: found.map((title) => ({
        SubjectProperty: {
          TitleNumber: title.number,
          PropertyAddress: {
            ...titleAddress(title),
            PostcodeZone: title.postcode,
            Tenure: "Freehold",
          },
        },
        SurnameMatch: { TypeOfMatch: matchSurname(surname) },
        ForenameMatchDetails: { TypeOfMatch: matchSurname(surname) },
      })),
    },
  }),
};

function prefixed(prefix: string, xml: Xml): Xml {
  const entries = Object.entries(xml).map(([name, content]) => {
    const inner = Array.isArray(content)
      ? content.map((each) => prefixed(prefix, each))
      : typeof content === "object"
        ? prefixed(prefix, content)
        : content;
    return [`${prefix}:${name}`, inner] as const;
  });
  return Object.fromEntries(entries);
}

function matchSurname(surname: string) {
  if (surname === "Stranger") return "NO_MATCH";
  return surname === "Alias" ? "PARTIAL_MATCH" : "MATCH";
}

function read(text: string) {
  const envelope = pick(parser.parse(text), "Envelope");
  return { header: pick(envelope, "Header"), body: pick(envelope, "Body") };
}

function pick(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(readMember, value);
}

function answer(body: Xml, status = 200) {
  const envelope = {
    "soapenv:Envelope": {
      "@xmlns:soapenv": "http://schemas.xmlsoap.org/soap/envelope/",
      "soapenv:Body": body,
    },
  };
  return HttpResponse.xml(writeXml(envelope), { status });
}

function fault(faultcode: string, faultstring = "The request was not accepted") {
  const detail = { faultcode, faultstring };
  return answer({ "soapenv:Fault": detail }, 500);
}
