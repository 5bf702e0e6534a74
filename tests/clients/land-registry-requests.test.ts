import { beforeEach, describe, expect, test, vi } from "vitest";

vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
const callGateway = vi.fn((_service: string, _body: object) =>
  Promise.resolve<unknown>({
    any: { return: { TypeCode: "20", GatewayResponse: { TypeCode: "20" } } },
  }),
);
vi.mock("#app/clients/land-registry/soap.server.ts", () => ({
  callGateway: (service: string, body: object) => callGateway(service, body),
}));
// The client reads the settings above when it is imported.
const { pollOwnership, pollProperty, verifyOwnership, searchProperty } =
  await import("#app/clients/land-registry/client.server.ts");
beforeEach(() => callGateway.mockClear());

const address = {
  building_name: "n".repeat(51),
  building_number: "123456",
  street: "s".repeat(81),
  post_town: "t".repeat(36),
  postcode: "LS6 2AB",
};
const addressXml = {
  "ns2:BuildingName": "n".repeat(50),
  "ns2:BuildingNumber": "12345",
  "ns2:StreetName": "s".repeat(80),
  "ns2:CityName": "t".repeat(35),
  "ns2:PostcodeZone": "LS6 2AB",
};
const poll = {
  "ns3:getResponse": {
    "@xmlns:ns2": "http://www.oscre.org/ns/eReg/MR01-20090605/PollRequest",
    "@xmlns:ns3": "http://poll.ws.bg.lr.gov/",
    arg0: { "ns2:ID": { "ns2:MessageID": "message-1" } },
  },
};

test("a search request sends the property, and the message id three times (C-082)", async () => {
  expect(await searchProperty(address, "message-1")).toEqual({ state: "not_listed" });
  expect(callGateway).toHaveBeenCalledExactlyOnceWith(
    "BGSoapEngine/EnquiryByPropertyDescriptionV2_0WebService",
    {
      "ns3:searchProperties": {
        "@xmlns:ns2":
          "http://www.oscre.org/ns/eReg-Final/2011/RequestSearchByPropertyDescriptionV2_0",
        "@xmlns:ns3": "http://epdv2_0.ws.bg.lr.gov/",
        arg0: {
          "ns2:ID": { "ns2:MessageID": "message-1" },
          "ns2:Product": {
            "ns2:ExternalReference": { "ns2:Reference": "message-1" },
            "ns2:CustomerReference": { "ns2:Reference": "message-1" },
            "ns2:SubjectProperty": { "ns2:Address": addressXml },
          },
        },
      },
    },
  );
});

test("a search request omits empty parts of an address (C-082)", async () => {
  await searchProperty({ building_name: " ", street: null, postcode: " LS6 2AB " }, "message-1");
  expect(JSON.stringify(callGateway.mock.calls[0]?.[1])).toContain(
    '"ns2:SubjectProperty":{"ns2:Address":{"ns2:PostcodeZone":"LS6 2AB"}}',
  );
});

test("an owner verification request sends the names without accents and sets ContinueIfOutOfHours (C-081)", async () => {
  const person = { first_name: "Zoë Anne", middle_name: "Mär.y", last_name: "O’Neill-Smíth" };
  const id = `message-${"1".repeat(30)}`;
  await verifyOwnership({ address, person }, id);
  expect(callGateway).toHaveBeenCalledExactlyOnceWith(
    "EOOV_SoapEngine/OnlineOwnershipVerificationV1_0WebService",
    {
      "ns3:verifyOwnership": {
        "@xmlns:ns2": "http://www.landregistry.gov.uk/OOV/RequestOnlineOwnershipVerificationV1_0",
        "@xmlns:ns3": "http://ownershipv1_0.ws.bg.lr.gov/",
        in: {
          "ns2:MessageId": id,
          "ns2:Reference": id.slice(0, 25),
          "ns2:SubjectProperty": { "ns2:PropertyAddress": addressXml },
          "ns2:FirstForename": "Zoe",
          "ns2:MiddleName": "Mary",
          "ns2:Surname": "O'Neill-Smith",
          "ns2:Indicators": {
            "ns2:Indicator": {
              "ns2:IndicatorType": "ContinueIfOutOfHours",
              "ns2:IndicatorValue": "true",
            },
          },
        },
      },
    },
  );
});

test("a request shortens its reference to the schema’s limit (C-082)", async () => {
  await searchProperty(address, `message-${"1".repeat(30)}`);
  const asked = JSON.stringify(callGateway.mock.calls[0]?.[1]);
  expect(asked.match(/"ns2:Reference":"([^"]*)"/g)).toEqual(
    Array(2).fill(`"ns2:Reference":"message-${"1".repeat(17)}"`),
  );
});

test.each([undefined, null, "", " ", "…"])(
  "an owner verification request has no middle name if the person’s is %j",
  async (middle_name) => {
    const person = {
      first_name: "Ada",
      last_name: "Byron",
      ...(middle_name !== undefined && { middle_name }),
    };
    await verifyOwnership({ address, person }, "message-1");
    expect(JSON.stringify(callGateway.mock.calls[0]?.[1])).not.toContain("MiddleName");
  },
);

test("a pending answer is polled by its message id (C-083)", async () => {
  expect(await pollProperty("message-1", address)).toEqual({ state: "not_listed" });
  expect(await pollOwnership("message-1", address)).toEqual({ state: "not_listed" });
  expect(callGateway.mock.calls).toEqual([
    ["BGSoapEngine/EnquiryByPropertyDescriptionV2_0PollWebService", poll],
    ["EOOV_SoapEngine/OnlineOwnershipVerificationV1_0PollWebService", poll],
  ]);
});

describe("the gateway’s test host", () => {
  test("a request to the test host uses that host’s engine names", async () => {
    vi.resetModules();
    vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
    vi.stubEnv("LAND_REGISTRY_URL", "https://bgtest.landregistry.gov.uk/b2b");
    const there = await import("#app/clients/land-registry/client.server.ts");
    await there.pollProperty("message-1", address);
    await there.pollOwnership("message-1", address);
    expect(callGateway.mock.calls.map(([service]) => service)).toEqual([
      "ECBG_StubService/EnquiryByPropertyDescriptionV2_0PollWebService",
      "EOOV_StubService/OnlineOwnershipVerificationV1_0PollWebService",
    ]);
  });
});
