import { useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { AddressFinderState, AddressSuggestion } from "#app/ui/address-finder-state.ts";

const LEAST_CHARACTERS = 3;
const PAUSE_MS = 700;

type Query = { query: string; country: string; container?: string };

/** What was found is kept for the visit (V-044). */
const cache = new Map<string, AddressSuggestion[]>();

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
  useEffect(() => setLive(null), [rendered]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );

  const load = async (asked: Query) => {
    const abort = new AbortController();
    running.current = abort;
    setLive({ state: "APICalled" });
    try {
      const suggestions = await fetchSuggestions(asked, abort.signal);
      setLive({ state: suggestions.length > 0 ? "Found" : "NotFound", suggestions });
    } catch {
      // Overtaken: the next search speaks. Failed: the button, which asks the server, is still there.
      if (!abort.signal.aborted) setLive({ state: "Initial" });
    }
  };

  return {
    shown: live ?? rendered ?? ({ state: "Initial" } satisfies AddressFinderState),
    search: (input: HTMLInputElement, countryName: string, fallback: string) => {
      stop();
      const chosen = input.form?.elements.namedItem(countryName);
      const country = chosen instanceof HTMLSelectElement ? chosen.value : fallback;
      const asked = { query: input.value.trim(), country };
      last.current = asked;
      if (asked.query.length < LEAST_CHARACTERS) {
        setLive({ state: "Initial" });
        return;
      }
      timer.current = setTimeout(() => void load(asked), PAUSE_MS);
    },
    open: (container: string) => {
      stop();
      void load({ ...last.current, container });
    },
  };
}

async function fetchSuggestions(asked: Query, signal: AbortSignal): Promise<AddressSuggestion[]> {
  const search = new URLSearchParams(asked).toString();
  const known = cache.get(search);
  if (known) return known;
  const response = await fetch(`${paths.addresses.search()}?${search}`, { signal });
  if (!response.ok) throw new Error(`The address search answered ${response.status}`);
  const { suggestions } = readAnswer(await response.json());
  cache.set(search, suggestions);
  return suggestions;
}

function readAnswer(body: unknown): { suggestions: AddressSuggestion[] } {
  if (isAnswer(body)) return body;
  throw new Error("The address search answered something else");
}

function isAnswer(body: unknown): body is { suggestions: AddressSuggestion[] } {
  return (
    typeof body === "object" &&
    body !== null &&
    "suggestions" in body &&
    Array.isArray(body.suggestions)
  );
}
