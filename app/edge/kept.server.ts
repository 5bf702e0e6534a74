import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import Negotiator from "negotiator";

/** The smallest first: the first that the browser takes is sent. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** What is answered from memory, without the app: files of the build, and pages that are the same for every visitor. */
export type Kept = {
  headers: Readonly<Record<string, string>>;
  /** Null where each answer is another. */
  etag: string | null;
  /** Makes the body, by its encoding. */
  bodies: { identity: () => Buffer } & Partial<Record<Encoding, () => Buffer>>;
};

/** Answers a GET or HEAD. */
export function answerWith(kept: Kept, request: IncomingMessage, response: ServerResponse): void {
  const { headers, etag, bodies } = kept;
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((name) => bodies[name] && accepted.includes(name)) ?? "identity";
  const own: Record<string, string> = { ...headers, Vary: "Accept-Encoding" };
  if (encoding !== "identity") own["Content-Encoding"] = encoding;
  if (etag) {
    own.ETag = `"${etag}-${encoding}"`;
    if (fresh(request.headers, { etag: own.ETag })) {
      response.writeHead(304, own).end();
      return;
    }
  }
  const body = (bodies[encoding] ?? bodies.identity)();
  response.writeHead(200, { ...own, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}
