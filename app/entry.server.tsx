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
import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { startProcessReporting } from "#app/jobs/process.server.ts";
import { redactConsole } from "#app/observability/console.server.ts";
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
import { registerRoutes } from "#app/server/route-names.server.ts";
import { installMiddleware } from "#app/server/steps.server.ts";
import { readHandles } from "#app/ui/page.ts";
import { isAppPage } from "#app/ui/page-kind.ts";
import { closeDatabase } from "#db/connection.ts";
import { joinDatabase, leaveDatabase } from "#db/ensure.ts";

// In development, Vite reloads this module whenever a dependency is edited, but the process must
// start everything only once.
const BEGUN = Symbol.for("fanlight.begun");
if (!Reflect.has(globalThis, BEGUN)) {
  Reflect.set(globalThis, BEGUN, true);
  await startProcess();
}

/** Starts everything except responses, once per process and before the first request. */
async function startProcess() {
  limitHeapGrowth();
  installMiddleware(import.meta.env.DEV ? undefined : filesIn("build/client"));
  // remix-serve would log each URL with its query, and so with tokens. Its logger does not exist
  // yet, so this disables the format that it will use.
  morgan.format("tiny", () => undefined);
  const doubles = vendorsWithDouble.size > 0 ? await import("#mocks/start.server.ts") : undefined;
  const jobs = env.WORKER === "in-process" ? await import("#app/jobs/worker.server.ts") : undefined;
  // remix-serve replaces `fetch` right after it loads this module, and its `fetch` would bypass the
  // doubles. So the doubles start after that.
  setImmediate(() => {
    doubles?.startDoubles();
    jobs?.startWorker();
  });
  joinDatabase();
  const reporting = startProcessReporting(jobs ? "web and worker" : "web");
  if (import.meta.env.DEV) {
    // Vite shuts down cleanly in other cases, but not on Ctrl-C.
    process.once("SIGINT", () => void leaveDatabase().finally(() => process.exit(0)));
    return;
  }
  redactConsole();
  reportUncaught();
  drainOnSignal(
    async () => jobs?.stopWorker(),
    async () => {
      await (
        await reporting
      )();
      await closeDatabase();
      await leaveDatabase();
    },
  );
}

/**
 * Limits heap growth: on a machine with a lot of memory, V8 lets the heap grow to several times the
 * size of its live objects. Under load, the process with this flag uses three fifths of the memory
 * that it would use without it (docs/performance.md).
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
  // The visitor has left, so this skips rendering, which is most of the work.
  if (request.signal.aborted) return new Response(null, { status: 499 });
  registerRoutes(context.manifest.routes);
  const { cached = false } = handleOf(context);
  // A nonce is new in each response, so a cached page cannot contain one.
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
  if (cached && status === 200 && isAnonymousRequest(request) && path === patternOf(context)) {
    cachePage(path, { html, policy }).catch((error: unknown) =>
      report(error, { what: "a cached page" }),
    );
  }
  return new Response(html, { status, headers });
}

/**
 * Returns the context with only this page's routes, because Remix builds a router from every route
 * in the context.
 */
function contextToRender(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id]) => ids.includes(id)),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

function handleOf({ staticHandlerContext, routeModules }: EntryContext) {
  return readHandles(
    staticHandlerContext.matches.map(({ route }) => ({ handle: routeModules[route.id]?.handle })),
  );
}

/**
 * Returns the page's canonical path. Other spellings of it, in capitals or with extra slashes, are
 * not cached.
 */
function patternOf({ staticHandlerContext: { matches } }: EntryContext) {
  return `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

/** Returns true if the response cannot contain data about this visitor. */
function isAnonymousRequest({ method, url, headers }: Request): boolean {
  return !import.meta.env.DEV && method === "GET" && !url.includes("?") && !headers.has("Cookie");
}

/** Sets Retry-After. Remix drops the headers of thrown responses and of most other responses. */
function setRetryAfter(status: number, headers: Headers) {
  const seconds = currentRequest()?.retryAfterSeconds;
  if (status === 429 && seconds) headers.set("Retry-After", String(seconds));
}

export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  setCaching(request, response.status, response.headers);
  setRetryAfter(response.status, response.headers);
  if (!currentRequest()?.databaseDown) return asDocument(request, response) ?? response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", RETRY_AFTER_SECONDS);
  return new Response(response.body, { status: 503, headers });
};

/** Status of Remix's response to a data request if the route redirects. */
const DATA_REDIRECT = 202;

/**
 * Returns a response that makes the router load a whole document, for a page without React and for
 * a redirect. Otherwise Back, on the redirect's target, would return to the URL that redirects.
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

/** Reports errors that no loader or action caught (V-015). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // The access log already contains requests for unknown pages or with unsupported methods.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const down = isDatabaseDown(error);
  const context = currentRequest();
  if (down && context) context.databaseDown = true;
  if (down) report(error, { severity: "warning", what: "database" });
  else report(error, { severity: error instanceof DomainError ? "info" : "error" });
};
