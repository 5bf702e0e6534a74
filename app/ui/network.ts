import { useSyncExternalStore } from "react";
import { undeliveredText } from "#app/observability/errors.ts";
import { isDocument, loadWanted } from "./wanted-page.ts";

/**
 * The router turns a page into an error page when its request does not reach the service, and what was typed is gone.
 * Such a request waits here instead, so that the page stays as it is, until it is sent again or another one overtakes it.
 */
type NetworkProblem = { message: string };

let problem: NetworkProblem | null = null;
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();

/** What keeps a request waiting; null when none waits. */
export function useNetworkProblem(): NetworkProblem | null {
  return useSyncExternalStore(subscribe, readProblem, () => null);
}

/** Sends every request that waits once more (V-002). */
export function tryAgain() {
  const all = [...waiting];
  settle(all);
  for (const send of all) send();
}

/**
 * Makes the router's requests wait when they fail. Remix has no place of its own for this: it calls `fetch`, by its
 * global name, for an address that ends in ".data", and gives up on whatever goes wrong.
 */
export function holdFailedRequests() {
  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isRouters(input)) return fetch(input, init);
    const isPage = (init?.method ?? "GET") === "GET";
    if (isPage && isDocument(pathOf(input))) return loadWanted();
    const answer = await fetchUntilAnswered(() => fetch(input, init), init?.signal);
    const leadsOn = isPage && isShown(input) && answer.status === LEADS_ELSEWHERE;
    return leadsOn ? loadAgain() : answer;
  };
}

/** The status of Remix's own for data that is a redirect. */
const LEADS_ELSEWHERE = 202;

/**
 * Whether the browser stands on this address already, as it does before the router has asked for a page that Back or
 * Forward leads to; any other is put into the address bar once its answer is there.
 */
function isShown(url: URL): boolean {
  const shown = new URL(url);
  shown.searchParams.delete("_routes");
  return pathOf(shown) + shown.search === location.pathname + location.search;
}

/** Of the page whose data the address asks for. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/(?:\/_root)?\.data$/, "") || "/";
}

/**
 * Back has led to an address that leads on. The router would put where it leads behind it, so that the next Back came
 * here again, and what stood ahead were lost; the browser puts it in its place.
 */
function loadAgain(): Promise<never> {
  location.replace(location.pathname + location.search);
  return new Promise(() => undefined);
}

function isRouters(input: RequestInfo | URL): input is URL {
  return (
    input instanceof URL && input.origin === location.origin && input.pathname.endsWith(".data")
  );
}

async function fetchUntilAnswered(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (;;) {
    const answer = await send()
      .then(readWhole)
      .catch(() => null);
    signal?.throwIfAborted();
    if (answer?.headers.has("X-Remix-Response")) return answer;
    await askedAgain({ message: undeliveredText(answer?.status) }, signal);
  }
}

/** Reads to the end: a connection can break in the middle of an answer too. */
async function readWhole(response: Response) {
  return new Response(response.body && (await response.arrayBuffer()), response);
}

function askedAgain(because: NetworkProblem, signal: AbortSignal | null | undefined) {
  return new Promise<void>((resolve, reject) => {
    waiting.add(resolve);
    problem = because;
    signal?.addEventListener("abort", () => {
      settle([resolve]);
      reject(new DOMException("Overtaken", "AbortError"));
    });
    tellListeners();
  });
}

function settle(requests: (() => void)[]) {
  for (const request of requests) waiting.delete(request);
  if (waiting.size === 0) problem = null;
  tellListeners();
}

function tellListeners() {
  for (const listener of listeners) listener();
}

function readProblem() {
  return problem;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
