import { createPublicKey, createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import { appUrl } from "./environment.ts";

/** Key of a self-signed certificate for localhost, valid until 2126. It protects no data. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7mKg4gvq8aoShjIZ
5PtJ2Losk2yZcQON0r0Zix00LgShRANCAAT12ujhpXrYVgnTaQGnRtsaF5LfZu2q
3OImPSYpx8imYa4lO1OHptcHRdwgl+3boFxiUtopWxfW4RXTS0KASusK
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUVimNT1E02nbi1bFCZL0DLTsI2xAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA0MDc1OVoYDzIxMjYxMTA1
MDQwNzU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT12ujhpXrYVgnTaQGnRtsaF5LfZu2q3OImPSYpx8imYa4lO1OHptcH
Rdwgl+3boFxiUtopWxfW4RXTS0KASusKo28wbTAdBgNVHQ4EFgQUHtTZQM3+SBX/
Umlr0I844vUF35wwHwYDVR0jBBgwFoAUHtTZQM3+SBX/Umlr0I844vUF35wwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMk/isG8j0Eb7i5etgnZFEmsG+WmetuCtgq+iajf4Q6yAiEA
sPvRnje6/qGdQcP8PUQ5Uk857TXutJLqwkou4BTGH3A=
-----END CERTIFICATE-----
`;

/**
 * Hash of the certificate’s key, for the option that makes Chromium trust the certificate. Chromium
 * caches no responses after a certificate error.
 */
export const trustedKey = createHash("sha256")
  .update(createPublicKey(cert).export({ type: "spki", format: "der" }))
  .digest("base64");

export async function startHttps() {
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(appUrl).host };
    if (incoming.headers.origin) headers.origin = appUrl;
    const { method, url } = incoming;
    const forwarded = request(new URL(url ?? "/", appUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy does not listen");
  return {
    url: `https://localhost:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
