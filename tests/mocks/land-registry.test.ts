import { expect, test } from "vitest";
import { enquiry, ownerVerification, violation } from "#mocks/land-registry/schemas.ts";
import { useDoubles } from "#tests/support/doubles.ts";

/**
 * Checks that HM Land Registry’s double rejects what the published schemas of its Business Gateway
 * reject.
 */

useDoubles();

const home = { BuildingNumber: "21", StreetName: "High Street", PostcodeZone: "LS6 2AB" };
const referenced = { Reference: "message-1" };
const asked = (Address: object, MessageID = "message-1", reference = referenced) => ({
  ID: { MessageID },
  Product: {
    ExternalReference: reference,
    CustomerReference: reference,
    SubjectProperty: { Address },
  },
});
const verified = {
  MessageId: "message-1",
  Reference: "message-1",
  SubjectProperty: { PropertyAddress: home },
  FirstForename: "Zoe",
  Surname: "O'Neill",
  Indicators: { Indicator: { IndicatorType: "ContinueIfOutOfHours", IndicatorValue: "true" } },
};

test("HM Land Registry’s double accepts messages that follow the schemas", () => {
  expect(violation(enquiry, asked(home))).toBeNull();
  expect(violation(ownerVerification, verified)).toBeNull();
  expect(violation(ownerVerification, { ...verified, Indicators: {} })).toBeNull();
});

test.each([
  ["a reference of 26 letters", asked(home, "message-1", { Reference: "r".repeat(26) })],
  ["a message id of four letters", asked(home, "1234")],
  ["a message id with an underscore", asked(home, "message_1")],
  ["a postcode in lower case", asked({ PostcodeZone: "ls6 2ab" })],
  ["a postcode with an invalid ending", asked({ PostcodeZone: "LS6 2CI" })],
  ["a house number of six letters", asked({ BuildingNumber: "123456" })],
  ["a street before its number", asked({ StreetName: "High Street", BuildingNumber: "21" })],
  ["an unknown element", asked({ ...home, County: "Leeds" })],
  ["no product", { ID: { MessageID: "message-1" } }],
])("HM Land Registry’s double rejects an enquiry with %s", (_what, message) => {
  expect(violation(enquiry, message)).toEqual(expect.any(String));
});

test.each([
  ["an accent", { ...verified, Surname: "Smíth" }],
  ["two forenames", { ...verified, FirstForename: "Zoe Anne" }],
  ["no indicators", { ...verified, Indicators: undefined }],
  ["an indicator of perhaps", indicator("perhaps")],
])("HM Land Registry’s double rejects an owner verification with %s", (_what, message) => {
  expect(violation(ownerVerification, message)).toEqual(expect.any(String));
});

function indicator(IndicatorValue: string) {
  const Indicator = { IndicatorType: "ContinueIfOutOfHours", IndicatorValue };
  return { ...verified, Indicators: { Indicator } };
}

test.each([
  ["the namespace of public integrations", {}, 200],
  ["a wrong namespace", { namespace: "http://oov.ws.bg.lr.gov/" }, 500],
  ["no SOAPAction", { soapaction: null }, 500],
  ["a wrong content type", { type: "application/xml" }, 415],
])(
  "HM Land Registry’s double answers a request that has %s (%j) with status %i",
  async (_what, changes, status) => {
    const { env } = await import("#app/platform/env.server.ts");
    const { namespace, soapaction, type } = {
      namespace: "http://ownershipv1_0.ws.bg.lr.gov/",
      soapaction: '""',
      type: "text/xml; charset=utf-8",
      ...changes,
    };
    const answer = await fetch(
      `${env.LAND_REGISTRY_URL}/EOOV_SoapEngine/OnlineOwnershipVerificationV1_0WebService`,
      {
        method: "POST",
        headers: { "Content-Type": type, ...(soapaction !== null && { SOAPAction: soapaction }) },
        body: envelope(namespace),
      },
    );
    expect(answer.status).toBe(status);
  },
);

function envelope(namespace: string) {
  const token =
    '<wsse:Security xmlns:wsse="w"><wsse:UsernameToken><wsse:Username>double</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">double</wsse:Password></wsse:UsernameToken></wsse:Security>';
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${token}<i:international xmlns:i="http://www.w3.org/2005/09/ws-i18n"><i:locale>en</i:locale></i:international></s:Header><s:Body><t:verifyOwnership xmlns:t="${namespace}" xmlns:o="http://www.landregistry.gov.uk/OOV/RequestOnlineOwnershipVerificationV1_0"><in><o:MessageId>message-1</o:MessageId><o:Reference>r</o:Reference><o:SubjectProperty><o:PropertyAddress><o:PostcodeZone>LS6 2AB</o:PostcodeZone></o:PropertyAddress></o:SubjectProperty><o:FirstForename>Sam</o:FirstForename><o:Surname>Seller</o:Surname><o:Indicators/></in></t:verifyOwnership></s:Body></s:Envelope>`;
}
