import { useEffect, useRef } from "react";
import { AUTOSAVE_INTENT } from "./form-types.ts";

const KEEP_DELAY_MS = 1_000;

/**
 * Autosaves a form a second after the last input, and when the user leaves the page.
 * @param isSending True while the user’s submit is on its way, because no autosave may arrive after
 * it.
 */
export function useAutosave(formId: string | undefined, isSending: boolean) {
  const sending = useRef(isSending);
  sending.current = isSending;
  useEffect(() => {
    const form = formId === undefined ? null : document.forms.namedItem(formId);
    if (!form) return;
    // The user may have typed text before hydration.
    let saved = isAsServed(form) ? typedIn(form) : "";
    let running = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const keep = () => {
      clearTimeout(timer);
      const typed = typedIn(form);
      if (sending.current || typed === saved) return;
      saved = typed;
      running = new AbortController();
      void post(form.action, typed, running.signal).then((isThere) => {
        if (!isThere) saved = "";
      });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_DELAY_MS);
    };
    const stop = () => {
      running.abort();
      clearTimeout(timer);
      // The submit may fail, and the next autosave must then save the same text again.
      saved = "";
    };
    const leave = () => {
      if (document.visibilityState === "hidden") keep();
    };
    // Clicks count too, because the lender combobox changes its value without an input event.
    for (const event of ["input", "click"]) form.addEventListener(event, wait);
    if (!saved) wait();
    form.addEventListener("submit", stop);
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("pagehide", keep);
    return () => {
      keep();
      for (const event of ["input", "click"]) form.removeEventListener(event, wait);
      form.removeEventListener("submit", stop);
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", keep);
    };
  }, [formId]);
}

function isAsServed(form: HTMLFormElement): boolean {
  return [...form.elements].every((control) => {
    if (control instanceof HTMLInputElement) {
      return control.value === control.defaultValue && control.checked === control.defaultChecked;
    }
    if (control instanceof HTMLTextAreaElement) return control.value === control.defaultValue;
    if (!(control instanceof HTMLSelectElement)) return true;
    const options = [...control.options];
    // A select without a selected option shows its first option.
    const served = options.some((option) => option.defaultSelected)
      ? options.findIndex((option) => option.defaultSelected)
      : 0;
    return options.length === 0 || control.selectedIndex === served;
  });
}

function typedIn(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams([...fields, ["intent", AUTOSAVE_INTENT]]).toString();
}

/**
 * Posts the form, even while the page unloads, and requests only the action’s data. Returns true on
 * success.
 */
async function post(action: string, typed: string, signal: AbortSignal): Promise<boolean> {
  const url = new URL(action);
  const body = new URLSearchParams(typed);
  try {
    const answer = await fetch(`${url.pathname}.data${url.search}`, {
      method: "POST",
      body,
      signal,
      keepalive: true,
    });
    return answer.ok;
  } catch {
    return false;
  }
}
