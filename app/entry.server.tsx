import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  redirectDocument,
} from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import morgan from "morgan";
import { DomainError } from "#app/domain/errors.ts";
import { isDatabaseDown } from "#app/observability/database-down.server.ts";
import { doubled, env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { tellOfProcess } from "#app/jobs/process.server.ts";
import { quietConsole } from "#app/observability/console.server.ts";
import { report } from "#app/observability/report.server.ts";
import { currentRequest } from "#app/observability/request-context.server.ts";
import { reportUncaught } from "#app/observability/uncaught.server.ts";
import { cachePage } from "#app/server/cached-pages.server.ts";
import { documentPolicy } from "#app/server/content-security-policy.server.ts";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { drainOnSignal } from "#app/server/drain.server.ts";
import { filesIn } from "#app/server/files.server.ts";
import { setCaching } from "#app/server/headers.server.ts";
import { RETRY_AFTER_SECONDS, unavailablePage } from "#app/server/plain-page.server.ts";
import { renderDocument } from "#app/server/render.server.tsx";
import { learnRoutes } from "#app/server/route-names.server.ts";
import { takeOverServers } from "#app/server/steps.server.ts";
import { readHandles } from "#app/ui/page.ts";
import { isAppPage } from "#app/ui/page-kind.ts";
import { closeDatabase } from "#db/connection.ts";
import { joinDatabase, leaveDatabase } from "#db/ensure.ts";

// In development this module is loaded again whenever something under it is edited.
const BEGUN = Symbol.for("fanlight.begun");
if (!Reflect.has(globalThis, BEGUN)) {
  Reflect.set(globalThis, BEGUN, true);
  await begin();
}

/** What this process does besides answering: it is loaded once, before the first request. */
async function begin() {
  limitHeapGrowth();
  takeOverServers(import.meta.env.DEV ? undefined : filesIn("build/client"));
  // remix-serve would log each address with its query, and so with its tokens. It has not made its
  // logger yet when it loads this module.
  morgan.format("tiny", () => undefined);
  const doubles = doubled.size > 0 ? await import("#mocks/start.server.ts") : undefined;
  const jobs = env.WORKER === "in-process" ? await import("#app/jobs/worker.server.ts") : undefined;
  // remix-serve replaces `fetch` as soon as it has loaded this module, and would cut the doubles off.
  setImmediate(() => {
    doubles?.startDoubles();
    jobs?.startWorker();
  });
  joinDatabase();
  const told = tellOfProcess(jobs ? "web and worker" : "web");
  if (import.meta.env.DEV) {
    // Vite has its own way of ending, and none for Ctrl-C.
    process.once("SIGINT", () => void leaveDatabase().finally(() => process.exit(0)));
    return;
  }
  quietConsole();
  reportUncaught();
  drainOnSignal(
    async () => jobs?.stopWorker(),
    async () => {
      await (
        await told
      )();
      await closeDatabase();
      await leaveDatabase();
    },
  );
}

/**
 * On a machine with much memory V8 lets its heap grow to several times what is in use before it collects. Told to grow by
 * less, the process holds three fifths as much under load (docs/performance.md).
 */
function limitHeapGrowth() {
  setFlagsFromString("--heap-growing-percent=30");
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  if (currentRequest()?.databaseDown) return unavailablePage();
  // Rendering is most of the work, and there is nobody to see it any more.
  if (request.signal.aborted) return new Response(null, { status: 499 });
  learnRoutes(context.manifest.routes);
  const { cached = false } = handleOf(context);
  // A page that is the same for everyone cannot carry what is new in each response.
  const nonce = cached ? undefined : randomBytes(16).toString("base64");
  const html = await renderDocument(request, contextToRender(context), nonce);
  const path = new URL(request.url).pathname;
  const choice = await readCookieChoice(request);
  const policy = documentPolicy({ path, nonce, dev: import.meta.env.DEV, choice });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(html.length));
  headers.set("Content-Security-Policy", policy);
  setCaching(request, status, headers);
  setRetryAfter(status, headers);
  if (cached && status === 200 && isForEveryone(request) && path === patternOf(context)) {
    cachePage(path, { html, policy }).catch((error: unknown) =>
      report(error, { what: "a cached page" }),
    );
  }
  return new Response(html, { status, headers });
}

/**
 * Returns the context with the routes of this page alone, because Remix makes a router for
 * each page out of all routes that it is given.
 */
function contextToRender(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => ids.includes(id)),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

/** What the page's routes say of it together. */
function handleOf({ staticHandlerContext, routeModules }: EntryContext) {
  return readHandles(
    staticHandlerContext.matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle })),
  );
}

/** The page's own address. It answers to others without end, in capitals or with more slashes, which would all be kept. */
function patternOf({ staticHandlerContext: { matches } }: EntryContext) {
  return `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

/** Whether nothing of this visitor can be in the page. */
function isForEveryone({ method, url, headers }: Request): boolean {
  return !import.meta.env.DEV && method === "GET" && !url.includes("?") && !headers.has("Cookie");
}

/** Remix drops the headers of what a loader or an action throws, and of most of what they return. */
function setRetryAfter(status: number, headers: Headers) {
  const seconds = currentRequest()?.retryAfterSeconds;
  if (status === 429 && seconds) headers.set("Retry-After", String(seconds));
}

/** Completes what a page asks for in the background. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  setCaching(request, response.status, response.headers);
  setRetryAfter(response.status, response.headers);
  if (!currentRequest()?.databaseDown) return asDocument(request, response) ?? response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", RETRY_AFTER_SECONDS);
  return new Response(response.body, { status: 503, headers });
};

/** Remix sends data that are a redirect with this status. */
const DATA_REDIRECT = 202;

/**
 * Returns an answer that has the router load a document, for a page without React and for one that
 * leads elsewhere. Back may have led to the latter: the router would put the page that it leads to
 * behind it, so that the next Back came there again.
 */
function asDocument({ method, url }: Request, { status }: Response): Response | null {
  const { pathname, searchParams } = new URL(url);
  const path = pathname === "/_root.data" ? "/" : pagePath(pathname);
  if (method !== "GET" || status >= 400) return null;
  if (isAppPage(path) && status !== DATA_REDIRECT) return null;
  searchParams.delete("_routes");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return redirectDocument(path + query);
}

/** Whatever a loader or an action did not catch (V-015). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // No such page, no such method: the access log has it.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const down = isDatabaseDown(error);
  const context = currentRequest();
  if (down && context) context.databaseDown = true;
  if (down) report(error, { severity: "warning", what: "database" });
  else report(error, { severity: error instanceof DomainError ? "info" : "error" });
};
