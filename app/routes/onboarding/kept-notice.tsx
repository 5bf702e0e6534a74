import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";

/** What happens to the answers of a property form before it is sent off, with scripts and without. */
export function WhatIsKept() {
  return useHydrated()
    ? "We keep what you type as you go."
    : "We keep what you send, and you can come back to it.";
}

/** Over a form that shows what was sent when the session was gone. */
export function StashedNotice({ button }: { button: string }) {
  return (
    <Notification kind="info" title="What you typed before you were signed out is here">
      <p>It is not saved yet. Check it, and press {button}.</p>
    </Notification>
  );
}
