import type { KeyboardEvent } from "react";

/** For a search box within a form: Enter presses its button, not the form's. */
export function pressOnEnter(intent: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.form
      ?.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(intent)}"]`)
      ?.click();
  };
}
