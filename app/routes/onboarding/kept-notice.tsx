import { Notification } from "#app/ui/notification.tsx";

/** Over a form that shows what was sent when the session was gone. */
export function StashedNotice({ button }: { button: string }) {
  return (
    <Notification kind="info" title="What you typed before you were signed out is here">
      <p>It is not saved yet. Check it, and press {button}.</p>
    </Notification>
  );
}
