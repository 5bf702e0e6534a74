import type { KeyboardEvent } from "react";

/** Makes Enter in a search box click its button, not the form’s. */
export function submitOnEnter(intent: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.form
      ?.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(intent)}"]`)
      ?.click();
  };
}
