import {
  type AddressFinderState,
  addressIntent,
  type AddressSuggestion,
  isFinderIntent,
} from "#app/ui/address-finder-state.ts";
import { moveFocus } from "#app/ui/focus.ts";
import { foundHtml, searchStatus } from "#app/ui/forms/found-addresses.ts";
import { readMember } from "#app/platform/read-member.ts";

const MIN_CHARACTERS = 3;
const SEARCH_DELAY_MS = 700;
/**
 * Delay before the status is written again. Screen readers do not announce a status that is there
 * from the start.
 */
const SAY_AGAIN_MS = 100;
const NOTHING_SAID = "\u00a0";

type Asked = { query: string; country: string; container?: string };

type Listed = { suggestions: AddressSuggestion[]; container?: string };

/** Results of earlier searches, stored until the page is left (V-044). */
const known = new Map<string, Listed>();

/**
 * Value of the button that last submitted a form. The response may replace the element that
 * contained it.
 */
let pressed = "";

export function rememberSubmitter() {
  document.addEventListener("submit", ({ submitter }) => {
    pressed = submitter instanceof HTMLButtonElement ? submitter.value : "";
  });
}

/**
 * Address finder (ui/forms/address-finder.tsx) that searches while the person types: from 3
 * characters, 700ms after the last one (V-042, V-043).
 */
export class AddressFinder extends HTMLElement {
  static observedAttributes = ["data-answers"];

  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = new AbortController();
  #last: Asked | null = null;
  /**
   * Search whose results are shown. Null if the query has changed since then, or if the server
   * rendered the results.
   */
  #answered: Asked | null = null;

  connectedCallback() {
    this.addEventListener("input", this.#type);
    this.addEventListener("keydown", this.#enter);
    this.addEventListener("click", this.#press);
    this.#begin();
    // The person may have typed a query before the script loaded.
    const query = this.#query;
    if (query && query === document.activeElement && query.value !== query.defaultValue) {
      this.#search(query);
    }
  }

  disconnectedCallback() {
    this.#stop();
    this.removeEventListener("input", this.#type);
    this.removeEventListener("keydown", this.#enter);
    this.removeEventListener("click", this.#press);
  }

  /** Starts again after each response from the server, because React reuses the element. */
  attributeChangedCallback(_name: string, before: string | null) {
    if (before !== null) this.#begin();
  }

  #begin() {
    // Stop a running search, because its result would replace the list from the server and undo a
    // selection.
    this.#stop();
    this.#answered = null;
    const { field = "", goesOn } = this.dataset;
    const isLedTo = this.#isLedTo();
    if (!isFinderIntent(field, pressed) && !isLedTo) return;
    pressed = "";
    if (goesOn === undefined) return;
    moveFocus(() => document.getElementById(goesOn));
    this.#sayAgain();
  }

  /**
   * Returns true if one of this finder’s buttons loaded the page, whose URL then has the finder’s
   * group as its fragment. Always returns false if a router runs.
   */
  #isLedTo(): boolean {
    const isRouters = document.documentElement.hasAttribute("data-react");
    if (!isRouters) return location.hash === `#${this.closest("fieldset")?.id}`;
    for (const button of this.#results?.querySelectorAll("button") ?? []) {
      button.removeAttribute("formaction");
    }
    return false;
  }

  #sayAgain() {
    const status = this.#status;
    const announced = status?.textContent;
    if (!status || !announced) return;
    // This preserves the height of the status line, so that the page below it does not move while
    // the person clicks.
    status.textContent = NOTHING_SAID;
    this.#timer = setTimeout(() => (status.textContent = announced), SAY_AGAIN_MS);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#running.abort();
  }

  #type = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target !== this.#query) return;
    // On hydration, React repeats the input events that came before it. A second list would undo a
    // selection.
    if (!this.#isFound()) this.#search(target);
  };

  #search({ value }: HTMLInputElement) {
    this.#stop();
    const asked = { query: value.trim(), country: this.#country };
    this.#last = asked;
    this.#answered = null;
    if (asked.query.length < MIN_CHARACTERS) this.#show({ state: "Initial" });
    else this.#timer = setTimeout(() => void this.#load(asked), SEARCH_DELAY_MS);
  }

  /** Makes Enter in the search box click the finder’s button, and not the form’s main button. */
  #enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.target !== this.#query) return;
    event.preventDefault();
    this.querySelector<HTMLButtonElement>(".address-finder-search button")?.click();
  };

  #press = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { field = "", firstFound = "" } = this.dataset;
    const open = addressIntent("open", field, "");
    if (!button || !isFinderIntent(field, button.value)) return;
    this.#stop();
    if (button.value === addressIntent("find", field) && this.#isFound()) {
      // A second search would replace the list and undo a selection.
      event.preventDefault();
      moveFocus(() => document.getElementById(firstFound));
      return;
    }
    if (!button.value.startsWith(open)) return;
    event.preventDefault();
    void this.#open(button.value.slice(open.length));
  };

  #isFound(): boolean {
    const { query, country } = this.#answered ?? {};
    return query === this.#query?.value.trim() && country === this.#country;
  }

  async #open(container: string) {
    const typed = { query: this.#query?.value.trim() ?? "", country: this.#country };
    const isFound = await this.#load({ ...(this.#last ?? typed), container });
    const { firstFound = "" } = this.dataset;
    moveFocus(() => (isFound ? document.getElementById(firstFound) : this.#query));
  }

  async #load(asked: Asked): Promise<boolean> {
    const running = new AbortController();
    this.#running = running;
    this.#show({ state: "APICalled" });
    const answer = await ask(this.dataset.search ?? "", asked, running.signal);
    // If the search was aborted, a newer one has replaced it.
    if (!running.signal.aborted) {
      this.#answered = answer.state === "Found" && !asked.container ? asked : null;
      this.#show(answer);
    }
    return answer.state === "Found";
  }

  #show(state: AddressFinderState) {
    const { field: name = "", firstFound: id = "" } = this.dataset;
    const { text, className } = searchStatus(state);
    if (this.#status) Object.assign(this.#status, { textContent: text, className });
    this.#describe(state.state === "NotFound");
    const find = this.querySelector(".address-finder-search button");
    const formAction = find?.getAttribute("formaction") ?? undefined;
    if (this.#results) this.#results.innerHTML = foundHtml({ name, id, formAction }, state);
  }

  /**
   * Links the “not found” text to the input only while the text is shown, because screen readers
   * read out a description even if it is hidden.
   */
  #describe(isNotFound: boolean) {
    const words = this.querySelector<HTMLElement>(".address-finder-not-found");
    const query = this.#query;
    if (!words || !query) return;
    words.hidden = !isNotFound;
    const ids = (query.getAttribute("aria-describedby") ?? "").split(" ");
    const others = ids.filter((id) => id && id !== words.id);
    const described = isNotFound ? [...others, words.id] : others;
    if (described.length > 0) query.setAttribute("aria-describedby", described.join(" "));
    else query.removeAttribute("aria-describedby");
  }

  get #query() {
    return this.querySelector<HTMLInputElement>(".address-finder-search input");
  }

  get #status() {
    return this.querySelector("[role=status]");
  }

  get #results() {
    return this.querySelector(".address-finder-results");
  }

  get #country() {
    const chosen = this.querySelector<HTMLSelectElement>("select[name$=country_code]");
    return chosen?.value ?? this.dataset.country ?? "";
  }
}

async function ask(path: string, asked: Asked, signal: AbortSignal): Promise<AddressFinderState> {
  try {
    const listed = await fetchSuggestions(path, asked, signal);
    return { state: listed.suggestions.length > 0 ? "Found" : "NotFound", ...listed };
  } catch {
    // If the search in a container failed, there is no list to show. After any other failed search,
    // the person can click the button again.
    return { state: asked.container ? "NotFound" : "Initial" };
  }
}

async function fetchSuggestions(path: string, asked: Asked, signal: AbortSignal): Promise<Listed> {
  const search = new URLSearchParams(asked).toString();
  const listed = known.get(search);
  if (listed) return listed;
  const response = await fetch(`${path}?${search}`, { signal });
  if (!response.ok) throw new Error(`The address search answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!isListed(answer)) throw new Error("The address search answered something else");
  known.set(search, answer);
  return answer;
}

function isListed(answer: unknown): answer is Listed {
  return Array.isArray(readMember(answer, "suggestions"));
}
