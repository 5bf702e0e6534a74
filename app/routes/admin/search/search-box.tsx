import { Form, useFetcher, useNavigate } from "@remix-run/react";
import SearchIcon from "lucide-react/icons/search";
import { type RefObject, useEffect, useRef, useState } from "react";
import { MIN_SEARCH } from "#app/domain/staff-search/min-search.ts";
import type { Found, FoundOfKind } from "#app/domain/staff-search/search.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { type Combobox, useCombobox } from "#app/ui/combobox.ts";
import { useHydrated } from "#app/ui/hydrated.ts";
import { useLoadAsTyped } from "../shared/load-as-typed.ts";
import { countText, foundLink, kindTitle } from "./search-result-view.ts";
import type { loader } from "./results.tsx";

const LABEL = "Search transactions and users";

/**
 * Renders the search form. With JavaScript, renders a combobox that shows results while the user
 * types (AMB-I04).
 */
export function SearchBox({ shortcut }: { shortcut: boolean }) {
  const live = useHydrated();
  return (
    <Form role="search" action={paths.admin.search()} className="search-box">
      {live ? <LiveBox shortcut={shortcut} /> : <input {...box} className="input" />}
      <Button type="submit" kind="secondary" size="small">
        <SearchIcon aria-hidden="true" />
        <span>Search</span>
      </Button>
    </Form>
  );
}

const box = {
  type: "search",
  name: "q",
  minLength: MIN_SEARCH,
  autoComplete: "off",
  placeholder: "Address, name or email",
  "aria-label": LABEL,
} as const;

/**
 * Delay between leaving the box and closing the list, so that a click on a result still reaches it
 * (I-073).
 */
export const BLUR_MS = 200;

function readPlainBox() {
  const plain = document.querySelector<HTMLInputElement>(".search-box input");
  return { text: plain?.value ?? "", focused: plain !== null && plain === document.activeElement };
}

function LiveBox({ shortcut }: { shortcut: boolean }) {
  const [before] = useState(readPlainBox);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (before.focused) input.current?.focus();
  }, [before]);
  useShortcut(input, shortcut);
  const [typed, setTyped] = useState(before.text);
  const { results, searching } = useResults(typed.trim());
  const navigate = useNavigate();
  const items = results?.flatMap(({ found }) => found) ?? [];
  const combobox = useCombobox({
    id: "search-box",
    count: items.length,
    onChoose: (index) => {
      const found = items[index];
      setTyped("");
      if (found) navigate(foundLink(found).to);
    },
    onClear: () => setTyped(""),
    entersForm: true,
    lingerMs: BLUR_MS,
    hidesList: typed.trim().length < MIN_SEARCH,
  });
  return (
    <div className="search-box-field">
      <input
        {...combobox.inputProps}
        {...box}
        ref={input}
        className="input"
        aria-keyshortcuts={shortcut ? "s" : undefined}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          combobox.openTyped();
        }}
      />
      <div className="search-box-drop">
        <Results combobox={combobox} results={(combobox.isOpen && results) || []} />
        <p className="combobox-message" role="status">
          {combobox.isOpen ? status(typed.trim(), results, searching) : ""}
        </p>
      </div>
    </div>
  );
}

function Results({ combobox, results }: { combobox: Combobox; results: readonly FoundOfKind[] }) {
  const { id, listProps, itemProps } = combobox;
  let place = 0;
  return (
    <div className="combobox-list" {...listProps} aria-label="Results">
      {results
        .filter(({ found }) => found.length > 0)
        .map((each) => {
          const title = `${id}-${each.kind}`;
          return (
            <ul key={each.kind} role="group" aria-labelledby={title}>
              <li role="presentation" id={title} className="search-kind">
                {kindTitle(each)}
              </li>
              {each.found.map((found) => (
                <li key={found.id} {...itemProps(place++)}>
                  <Line found={found} />
                </li>
              ))}
            </ul>
          );
        })}
    </div>
  );
}

function Line({ found }: { found: Found }) {
  const { kind, text, detail, stage, matched } = foundLink(found);
  return (
    <>
      <span className="vh">{kind} </span>
      <strong>{text}</strong>
      <span className="search-detail">
        {" "}
        {[detail, stage, ...matched].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

function status(query: string, results: readonly FoundOfKind[] | null, searching: boolean) {
  if (searching) return "Searching...";
  return results ? countText(query, results) : "";
}

/**
 * Loads the results for the typed text. If that fails, the server logs the error and the box shows
 * no results (I-074).
 */
function useResults(query: string) {
  const fetcher = useFetcher<typeof loader>();
  const { load } = fetcher;
  useLoadAsTyped(load, query.length < MIN_SEARCH ? null : paths.admin.search({ q: query }));
  const answered = fetcher.data?.q === query ? fetcher.data : undefined;
  return {
    results: answered?.found ?? null,
    searching: query.length >= MIN_SEARCH && !answered,
  };
}

/**
 * Focuses the search box when the user presses "s", except while the user is typing (I-060,
 * AMB-I05).
 */
function useShortcut(input: RefObject<HTMLInputElement>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTypedInto(event.target) || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input, on]);
}

/**
 * Returns true for a control that reacts to letter keys. In a select, for example, a
 * letter selects an option.
 */
function isTypedInto(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
