import { NavigationType, useActionData, useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { Button } from "./button.tsx";

/** Link state for links that leave a form without the leave prompt. */
export const DISCARDS = { discards: true } as const;

/**
 * Asks before the user loses unsaved values by leaving the page or dialog. On a confirmation page,
 * Back returns to the form instead.
 */
export function LeavePrompt({ within }: { within: RefObject<HTMLElement> }) {
  const answer: unknown = useActionData();
  const typed = useRef(false);
  const prompt = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const box = within.current;
    const mark = () => {
      typed.current = true;
    };
    // A reset means that the form was saved and is shown again.
    const forget = () => {
      typed.current = false;
    };
    if (isField(document.activeElement) && box?.contains(document.activeElement)) mark();
    box?.addEventListener("input", mark);
    box?.addEventListener("reset", forget);
    return () => {
      box?.removeEventListener("input", mark);
      box?.removeEventListener("reset", forget);
    };
  }, [within]);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A page whose path starts with this page’s path opens on top of it.
    if (`${nextLocation.pathname}/`.startsWith(`${currentLocation.pathname}/`)) return false;
    if (discards(nextLocation.state)) return false;
    // After an answer to a submit, the form contains values that were sent but not saved.
    return (
      (typed.current || answer !== undefined) && Boolean(within.current?.querySelector("form"))
    );
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (goWayBack(within, () => blocker.reset())) return;
    const shown = prompt.current;
    shown?.showModal();
    heading.current?.focus();
    return () => shown?.close();
  }, [blocker, within]);

  return (
    <dialog
      ref={prompt}
      className="dialog"
      role="alertdialog"
      aria-labelledby="leave-prompt"
      aria-describedby="leave-prompt-lost"
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
    >
      <div className="dialog-body">
        <h2 id="leave-prompt" ref={heading} tabIndex={-1}>
          Leave without saving?
        </h2>
        <p id="leave-prompt-lost">You have unsaved changes.</p>
        <p className="cluster">
          <Button onClick={() => blocker.reset?.()}>Stay on this page</Button>
          <Button kind="quiet" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </p>
      </div>
    </dialog>
  );
}

/** Adds the leave prompt to a page whose main part is a form (AX-2). */
export function FormLeavePrompt({ form }: { form: string }) {
  const within = useMemo(
    () => ({
      get current() {
        return document.forms.namedItem(form)?.parentElement ?? null;
      },
    }),
    [form],
  );
  return <LeavePrompt within={within} />;
}

/**
 * Attribute of the button that returns from a confirmation page to the form, with the typed values.
 */
const WAY_BACK = "data-way-back";
export const wayBack = { [WAY_BACK]: "" };

/** Makes Back return from a confirmation page to its form. Links work as usual. */
export function useWayBack(within: RefObject<HTMLElement>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      historyAction === NavigationType.Pop && nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    goWayBack(within, () => blocker.reset());
  }, [blocker, within]);
}

function goWayBack(within: RefObject<HTMLElement>, stay: () => void) {
  const button = within.current?.querySelector<HTMLButtonElement>(`[${WAY_BACK}]`);
  if (!button) return false;
  stay();
  button.form?.requestSubmit(button);
  return true;
}

function discards(state: unknown) {
  return typeof state === "object" && state !== null && "discards" in state;
}

function isField(element: Element | null) {
  return element?.matches("input, textarea, select") ?? false;
}
