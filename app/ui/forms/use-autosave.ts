import { useEffect, useRef } from "react";
import { AUTOSAVE_INTENT } from "./form-types.ts";

const KEEP_DELAY_MS = 1_000;

/**
 * Autosaves a form after a second without typing, and when the page is left.
 * @param isSending True while the form is submitted; no autosave may arrive later.
 */
export function useAutosave(formId: string | undefined, isSending: boolean) {
  const sending = useRef(isSending);
  sending.current = isSending;
  useEffect(() => {
    const form = formId === undefined ? null : document.forms.namedItem(formId);
    if (!form) return;
    // Text may have been typed before hydration.
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
      // The request may fail.
      kept = "";
    };
    const leave = () => {
      if (document.visibilityState === "hidden") keep();
    };
    // Clicks count too, because the lender combobox changes without an input event.
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
    // A select without a selected option shows its first.
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

/** Posts even as the page unloads, and requests the action’s data only. Returns true on success. */
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
