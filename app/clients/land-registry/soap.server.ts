/**
 * SOAP 1.1 requests with a user name and a client certificate, as the Business Gateway requires.
 */

import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { readMember } from "#app/platform/read-member.ts";
import {
  badBody,
  MAX_ANSWER_BYTES,
  callVendor,
  statusError,
  toVendorError,
} from "../outbound.server.ts";
import { VendorError } from "../vendor-error.ts";
import { writeXml, type Xml, xmlReader } from "../xml.ts";

const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const PASSWORD_TEXT =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

const read = xmlReader({ lists: ["Title", "Match"], attributes: "left out" });

function envelope(body: Xml): string {
  return writeXml({
    "soapenv:Envelope": {
      "@xmlns:soapenv": "http://schemas.xmlsoap.org/soap/envelope/",
      "soapenv:Header": {
        "wsse:Security": {
          "@xmlns:wsse": WSSE,
          "wsse:UsernameToken": {
            "wsse:Username": env.LAND_REGISTRY_USERNAME,
            "wsse:Password": { "@Type": PASSWORD_TEXT, "#": env.LAND_REGISTRY_PASSWORD },
          },
        },
        "i18n:international": {
          "@xmlns:i18n": "http://www.w3.org/2005/09/ws-i18n",
          "i18n:locale": "en",
        },
      },
      "soapenv:Body": body,
    },
  });
}

const Fault = z.object({ Fault: z.object({ faultcode: z.string() }) });

/**
 * Calls a service of the Business Gateway and returns the body of its response. Retries after a
 * failure, because a repeated message id has no further effect.
 * @throws {VendorError} "4xx" for a SOAP fault, with the fault's code
 */
export function callGateway(service: string, body: Xml): Promise<unknown> {
  return callVendor(
    "land-registry",
    { baseUrl: env.LAND_REGISTRY_URL, idempotent: true },
    async () => {
      const { status, text } = await post(`${env.LAND_REGISTRY_URL}/${service}`, envelope(body));
      const answer = readMember(readMember(read(text), "Envelope"), "Body");
      // A SOAP fault has status 500, although it means that the request was refused.
      const fault = Fault.safeParse(answer).data?.Fault;
      if (fault) {
        throw new VendorError("land-registry", "4xx", "land-registry answered with a fault", {
          status,
          code: fault.faultcode,
          permanent: true,
        });
      }
      if (status !== 200) throw statusError("land-registry", status);
      if (!answer) throw badBody("land-registry");
      return answer;
    },
  );
}

/** Sends a POST with node:https, because `fetch` can't present a client certificate. */
function post(url: string, body: string) {
  const request = url.startsWith("http:") ? http.request : https.request;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    // Convert the error here, because the retry policy retries only after a VendorError.
    const failed = (error: Error) => reject(toVendorError("land-registry", error));
    const sent = request(
      url,
      {
        method: "POST",
        headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' },
        signal: AbortSignal.timeout(env.OUTBOUND_DEADLINE_MS),
        ...certificate(),
      },
      (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        response.on("data", (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length > MAX_ANSWER_BYTES) response.destroy(badBody("land-registry"));
        });
        response.on("error", failed);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", failed);
    sent.end(body);
  });
}

function certificate(): https.RequestOptions {
  const { LAND_REGISTRY_CERTIFICATE_FILE: cert, LAND_REGISTRY_PRIVATE_KEY_FILE: key } = env;
  return cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : {};
}
