import { NavigationType, useActionData, useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { Button } from "./button.tsx";

/** A link that says it throws away what is typed carries this as its state: the reader is not asked again. */
export const DISCARDS = { discards: true } as const;

/**
 * Asks before a reader leaves what they have typed and not saved, by Escape or by the browser's Back. A step that asks
 * for confirmation leads back to its form instead, by the button that it has for this (WAY_BACK).
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
    // A form that has been saved and is shown again is reset.
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
    // A page below this one is shown over it.
    if (`${nextLocation.pathname}/`.startsWith(`${currentLocation.pathname}/`)) return false;
    if (discards(nextLocation.state)) return false;
    // What the server has answered shows what was sent, which it has not saved.
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
        <h3 id="leave-prompt" ref={heading} tabIndex={-1}>
          Leave without saving?
        </h3>
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

/** Asks the same on a page whose main part is a form (AX-2). */
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

/** The attribute of a button that posts a form to go back to the step before, with what was typed. */
const WAY_BACK = "data-way-back";
export const wayBack = { [WAY_BACK]: "" };

/** On a page that asks for confirmation, the browser's Back leads to the form; its links lead where they say. */
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

/** Presses the button that leads to the step before, where there is one. */
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
