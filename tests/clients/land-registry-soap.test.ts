import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";

/** Sends SOAP requests to a local server that answers in place of the Business Gateway. */

type Answer = { status: number; body: string } | "broken";
let answer: Answer = { status: 200, body: "" };
const heard: { request: IncomingMessage; body: string }[] = [];

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    heard.push({ request, body });
    if (answer === "broken") response.destroy();
    else response.writeHead(answer.status).end(answer.body);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());

const { port } = server.address() as AddressInfo;
vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("LAND_REGISTRY_URL", `http://127.0.0.1:${port}/b2b`);
vi.stubEnv("LAND_REGISTRY_USERNAME", "our name");
vi.stubEnv("LAND_REGISTRY_PASSWORD", "our <password>");
const { callGateway } = await import("#app/clients/land-registry/soap.server.ts");
const { resetBreakers } = await import("#app/clients/outbound.server.ts");
beforeEach(() => {
  resetBreakers();
  heard.length = 0;
});

const enveloped = (body: string) => ({
  status: 200,
  body: `<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`,
});
const ask = () => callGateway("Service", { "ns:question": { word: "Hello" } });

test("a SOAP answer with a document type is rejected, because it could declare entities (A-044)", async () => {
  const { status, body } = enveloped("<answer><a>&b;</a></answer>");
  answer = { status, body: `<!DOCTYPE s [<!ENTITY b "Hello">]>${body}` };
  await expect(ask()).rejects.toMatchObject({ vendor: "land-registry", kind: "bad_body" });
});

test("a request is SOAP 1.1 in English with our user name and password (C-081)", async () => {
  answer = enveloped("<ns:answer><a>010</a></ns:answer>");
  expect(await ask()).toEqual({ answer: { a: "010" } });
  const [{ request, body } = { request: null, body: "" }] = heard;
  expect(request).toMatchObject({ method: "POST", url: "/b2b/Service" });
  expect(request?.headers).toMatchObject({
    "content-type": "text/xml; charset=utf-8",
    soapaction: '""',
  });
  expect(body).toBe(
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
      "<soapenv:Header>" +
      '<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">' +
      "<wsse:UsernameToken><wsse:Username>our name</wsse:Username>" +
      '<wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">' +
      "our &lt;password&gt;</wsse:Password></wsse:UsernameToken></wsse:Security>" +
      '<i18n:international xmlns:i18n="http://www.w3.org/2005/09/ws-i18n"><i18n:locale>en</i18n:locale></i18n:international>' +
      "</soapenv:Header>" +
      "<soapenv:Body><ns:question><word>Hello</word></ns:question></soapenv:Body>" +
      "</soapenv:Envelope>",
  );
});

test("titles and matches are read as lists, even if there is only one", async () => {
  answer = enveloped("<a><Title><T>1</T></Title><Match><M>1</M></Match><One>1</One></a>");
  expect(await ask()).toEqual({ a: { Title: [{ T: "1" }], Match: [{ M: "1" }], One: "1" } });
});

const fault = "<s:Fault><faultcode>soapenv:Client</faultcode></s:Fault>";

test.each<[string, Answer, object, number]>([
  [
    "a fault",
    { ...enveloped(fault), status: 500 },
    { kind: "4xx", status: 500, code: "soapenv:Client", permanent: true },
    1,
  ],
  ["a server failure", { status: 503, body: "down" }, { kind: "5xx", status: 503 }, 2],
  ["a rejection", { ...enveloped("<a/>"), status: 403 }, { kind: "4xx", status: 403 }, 1],
  ["text that is not XML", { status: 200, body: "hello" }, { kind: "bad_body" }, 1],
  ["unexpected XML", { status: 200, body: "<html></html>" }, { kind: "bad_body" }, 1],
  ["a broken connection", "broken", { kind: "network" }, 2],
])(
  "%s throws the matching error after this many requests: $3 (A-044)",
  async (_what, given, error, times) => {
    answer = given;
    await expect(ask()).rejects.toMatchObject({ vendor: "land-registry", ...error });
    expect(heard).toHaveLength(times);
  },
);

test.each([
  [
    ["CERTIFICATE", "PRIVATE_KEY"],
    { cert: Buffer.from("CERTIFICATE"), key: Buffer.from("PRIVATE_KEY") },
  ],
  [["CERTIFICATE"], {}],
  [["PRIVATE_KEY"], {}],
  [[], {}],
])(
  "the client presents our certificate only if both of its files are set (set: %j)",
  async (files, shown) => {
    const folder = await mkdtemp(join(tmpdir(), "fanlight-certificate-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    vi.resetModules();
    vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
    vi.stubEnv("LAND_REGISTRY_URL", "https://gateway.test/b2b");
    for (const name of files) {
      await writeFile(join(folder, name), name);
      vi.stubEnv(`LAND_REGISTRY_${name}_FILE`, join(folder, name));
    }
    const asked = vi.spyOn(https, "request").mockImplementation(() => {
      throw new Error("asked");
    });
    const soap = await import("#app/clients/land-registry/soap.server.ts");
    await expect(soap.callGateway("Service", {})).rejects.toMatchObject({ kind: "network" });
    const { method, headers, signal, ...rest } = asked.mock.calls[0]![1];
    expect({ method, hasDeadline: signal instanceof AbortSignal }).toEqual({
      method: "POST",
      hasDeadline: true,
    });
    expect(headers).toBeDefined();
    expect(rest).toEqual(shown);
  },
);
