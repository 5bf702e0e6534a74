import type { KeyboardEvent } from "react";

/** Makes Enter in a search box click the box’s own button, and not the form’s main button. */
export function submitOnEnter(intent: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.form
      ?.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(intent)}"]`)
      ?.click();
  };
}
