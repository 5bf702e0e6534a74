import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { AddressFinderState, AddressSuggestion } from "#app/ui/address-finder-state.ts";

const MIN_CHARACTERS = 3;
const SEARCH_DELAY_MS = 700;

type Query = { query: string; country: string; container?: string };

type Listed = { suggestions: AddressSuggestion[]; container?: string };

/** What was found is kept for the visit (V-044). */
const cache = new Map<string, Listed>();

/**
 * Looks addresses up while they are typed: after three characters and 700 ms of rest (V-042, V-043); a search that is
 * overtaken is aborted. What the server renders counts until then, and again after each answer to a submit.
 */
export function useLiveAddresses(rendered: AddressFinderState | undefined) {
  const [live, setLive] = useState<AddressFinderState | null>(null);
  const last = useRef<Query>({ query: rendered?.query ?? "", country: "GB" });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const running = useRef<AbortController>();

  const stop = () => {
    clearTimeout(timer.current);
    running.current?.abort();
  };
  // A search that was still to come would put another list in the place of this one, and untick what is ticked.
  useEffect(() => {
    stop();
    setLive(null);
  }, [rendered]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  const load = async (asked: Query): Promise<AddressFinderState> => {
    const abort = new AbortController();
    running.current = abort;
    setLive({ state: "APICalled" });
    const answer = await ask(asked, abort.signal);
    // Overtaken: the next search speaks.
    if (!abort.signal.aborted) setLive(answer);
    return answer;
  };

  return {
    shown: live ?? rendered ?? ({ state: "Initial" } satisfies AddressFinderState),
    /** The server is asked instead. */
    stop,
    search: (input: HTMLInputElement, countryName: string, fallback: string) => {
      stop();
      const chosen = input.form?.elements.namedItem(countryName);
      const country = chosen instanceof HTMLSelectElement ? chosen.value : fallback;
      const asked = { query: input.value.trim(), country };
      last.current = asked;
      if (asked.query.length < MIN_CHARACTERS) {
        setLive({ state: "Initial" });
        return;
      }
      timer.current = setTimeout(() => void load(asked), SEARCH_DELAY_MS);
    },
    open: (container: string) => {
      stop();
      return load({ ...last.current, container });
    },
  };
}

async function ask(asked: Query, signal: AbortSignal): Promise<AddressFinderState> {
  try {
    const listed = await fetchSuggestions(asked, signal);
    return { state: listed.suggestions.length > 0 ? "Found" : "NotFound", ...listed };
  } catch {
    // The button, which asks the server, is still there; but a list that was to be opened is not.
    return { state: asked.container ? "NotFound" : "Initial" };
  }
}

async function fetchSuggestions(asked: Query, signal: AbortSignal): Promise<Listed> {
  const search = new URLSearchParams(asked).toString();
  const known = cache.get(search);
  if (known) return known;
  const response = await fetch(`${paths.addresses.search()}?${search}`, { signal });
  if (!response.ok) throw new Error(`The address search answered ${response.status}`);
  const listed = readAnswer(await response.json());
  cache.set(search, listed);
  return listed;
}

function readAnswer(body: unknown): Listed {
  if (isAnswer(body)) return body;
  throw new Error("The address search answered something else");
}

function isAnswer(body: unknown): body is Listed {
  return (
    typeof body === "object" &&
    body !== null &&
    "suggestions" in body &&
    Array.isArray(body.suggestions)
  );
}
