import { useEffect, useRef } from "react";
import { KEEP_INTENT } from "./form-types.ts";

const KEEP_DELAY_MS = 1_000;

/**
 * Keeps a form as it is typed: once typing has rested for a second, and when the page is left. It is posted whole to
 * its own action, with an intent that only stores it. Without scripts, what was sent is kept.
 *
 * @param formId the form, or undefined for none
 * @param isSending what comes of a form that is on its way is more than a draft: none may arrive after it
 */
export function useKeptForm(formId: string | undefined, isSending: boolean) {
  const sending = useRef(isSending);
  sending.current = isSending;
  useEffect(() => {
    const form = formId === undefined ? null : document.forms.namedItem(formId);
    if (!form) return;
    // The visitor may have typed before the scripts arrived.
    let kept = isAsServed(form) ? typedIn(form) : "";
    let running = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const keep = () => {
      clearTimeout(timer);
      const typed = typedIn(form);
      if (sending.current || typed === kept) return;
      kept = typed;
      running = new AbortController();
      void post(form.action, typed, running.signal).then((isThere) => {
        if (!isThere) kept = "";
      });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_DELAY_MS);
    };
    const stop = () => {
      running.abort();
      clearTimeout(timer);
      // It may not get there.
      kept = "";
    };
    const leave = () => {
      if (document.visibilityState === "hidden") keep();
    };
    // A click too: the lender's box changes its answer without an input.
    for (const event of ["input", "click"]) form.addEventListener(event, wait);
    if (!kept) wait();
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
    // A select of which no option is marked shows its first.
    const served = options.some((option) => option.defaultSelected)
      ? options.findIndex((option) => option.defaultSelected)
      : 0;
    return options.length === 0 || control.selectedIndex === served;
  });
}

/** The form as it is posted. */
function typedIn(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams([...fields, ["intent", KEEP_INTENT]]).toString();
}

/**
 * Continues when the page is gone. Asks for the answer of the action alone, without the page.
 *
 * @returns whether it got there
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
