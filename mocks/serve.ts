/**
 * `npm run mocks`: runs the doubles in a separate process. Each vendor has a local port; the first
 * one is MOCKS_PORT (4010). Prints the settings that make the service call the doubles.
 *
 *     GET  /__double                 shows the fault, and the number of requests
 *     POST /__double?fault=slow      sets the fault: none, down, slow, nonsense, reset
 *     GET  /__double/emails          lists the emails sent (Postmark's port)
 *     GET  /__double/checks          lists the identity checks ordered (Thirdfort's port)
 *     POST /__double/checks?id=…&status=closed   ends a check: closed (and result=consider, fail),
 *                                                failed, aborted
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getResponse, type RequestHandler } from "msw";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { settingsOfDouble, type Vendor, VENDORS } from "#app/platform/vendors.server.ts";
import { doublesConfig, vendorHandlers, type DoublesConfig } from "./doubles.ts";
import { readFault, setFault } from "./faults.ts";
import { emails } from "./postmark.ts";
import { memoryState } from "./state.ts";
import { stripePage } from "./stripe/pages.ts";
import { endTransaction, RESULTS, transactions } from "./thirdfort/transactions.ts";

const HOST = "127.0.0.1";

export type Served = {
  urls: Record<Vendor, string>;
  world: DoublesConfig;
  close: () => Promise<void>;
};

/**
 * Starts one server for each vendor, on consecutive ports from `firstPort`. If `firstPort` is 0,
 * uses any free ports.
 */
export async function serveDoubles(firstPort: number): Promise<Served> {
  const world = doublesConfig(memoryState(), { pagesUrl: "", site: env.APP_URL });
  const servers: Server[] = [];
  const serve = async (vendor: Vendor) => {
    const port = firstPort && firstPort + VENDORS.findIndex(({ name }) => name === vendor);
    const { server, url } = await listen(vendor, port, world);
    servers.push(server);
    return url;
  };
  const urls = {
    stripe: await serve("stripe"),
    postmark: await serve("postmark"),
    loqate: await serve("loqate"),
    recaptcha: await serve("recaptcha"),
    thirdfort: await serve("thirdfort"),
    "office-health": await serve("office-health"),
    "land-registry": await serve("land-registry"),
    "companies-house": await serve("companies-house"),
    "one-search": await serve("one-search"),
    anthropic: await serve("anthropic"),
    sentry: await serve("sentry"),
  };
  return { urls, world, close: () => closeAll(servers) };
}

async function closeAll(servers: Server[]) {
  await Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
}

type Place = { vendor: Vendor; world: DoublesConfig; handlers: RequestHandler[]; asked: number };

async function listen(vendor: Vendor, port: number, world: DoublesConfig) {
  const place: Place = { vendor, world, handlers: [], asked: 0 };
  const server = createServer((incoming, outgoing) => {
    toRequest(incoming)
      .then((request) => answer(place, request))
      .catch(() => new Response("Internal Server Error", { status: 500 }))
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy());
  });
  // Close each connection after its response. Otherwise a client could reuse a connection just as
  // it closes.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  const url = `http://${HOST}:${typeof address === "object" && address ? address.port : port}`;
  // Set this before making the handlers, which copy it.
  if (vendor === "stripe") world.stripe.pagesUrl = url;
  place.handlers = vendorHandlers(vendor, url, world);
  return { server, url };
}

async function answer(place: Place, request: Request): Promise<Response> {
  const { vendor, world } = place;
  const { state } = world;
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/__double") {
    if (request.method === "POST") await setFault(state, vendor, searchParams.get("fault"));
    return Response.json({ vendor, fault: await readFault(state, vendor), asked: place.asked });
  }
  if (pathname === "/__double/emails") return Response.json(await state.list(emails));
  if (pathname === "/__double/checks") {
    const status = z.enum(["closed", "failed", "aborted"]).safeParse(searchParams.get("status"));
    const result = z.enum(RESULTS).catch("clear").parse(searchParams.get("result"));
    const id = searchParams.get("id") ?? "";
    if (status.data) await endTransaction({ state, ...world.thirdfort }, id, status.data, result);
    return Response.json(await state.list(transactions));
  }
  if (vendor === "stripe" && pathname.startsWith("/mocks/stripe/")) {
    return stripePage({ state, ...world.stripe }, request);
  }
  place.asked += 1;
  const response = await getResponse(place.handlers, request);
  return response ?? new Response("Not found", { status: 404 });
}

async function toRequest(incoming: IncomingMessage) {
  const { method = "GET", url = "/", headers } = incoming;
  const parts: Buffer[] = [];
  incoming.on("data", (part: Buffer) => parts.push(part));
  await once(incoming, "end");
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(new URL(url, `http://${headers.host ?? HOST}`), {
    method,
    headers: given,
    ...(method !== "GET" && method !== "HEAD" && { body: Buffer.concat(parts) }),
  });
}

async function send(response: Response, outgoing: ServerResponse) {
  // msw returns this response for a network error, so break the connection.
  if (response.type === "error") {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

async function main() {
  const { urls, close } = await serveDoubles(Number(process.env.MOCKS_PORT || 4010));
  const lines = VENDORS.flatMap((vendor) => {
    const url = urls[vendor.name];
    const settings = {
      ...settingsOfDouble(vendor, url),
      [vendor.address]: url,
      // Print all secrets, in order, because the double signs its events with the first one.
      ...(vendor.name === "stripe" && { STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET.join() }),
      ...(vendor.name === "thirdfort" && {
        THIRDFORT_WEBHOOK_SECRET: env.THIRDFORT_WEBHOOK_SECRET.join(),
      }),
    };
    return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  });
  console.log(`The test doubles are listening. Settings for the service:\n\n${lines.join("\n")}\n`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void close());
}

if (process.argv[1]?.endsWith("mocks/serve.ts")) await main();
