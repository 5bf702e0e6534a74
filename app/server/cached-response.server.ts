import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import Negotiator from "negotiator";

/**
 * Encodings of a response, with the smallest result first. The server sends the first one that the
 * browser accepts.
 */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Response that is sent from memory, without Remix: a file of the build or a cached page. */
export type CachedResponse = {
  headers: Readonly<Record<string, string>>;
  etag: string;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
};

export function sendCached(
  { headers, etag, bodies }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((name) => bodies[name] && accepted.includes(name)) ?? "identity";
  const own: Record<string, string> = {
    ...headers,
    Vary: "Accept-Encoding",
    ETag: `"${etag}-${encoding}"`,
  };
  if (encoding !== "identity") own["Content-Encoding"] = encoding;
  if (fresh(request.headers, { etag: own.ETag })) {
    response.writeHead(304, own).end();
    return;
  }
  const body = bodies[encoding] ?? bodies.identity;
  response.writeHead(200, { ...own, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}
