import { Button } from "#app/ui/button.tsx";

/** A button that cannot be pressed, and under it why. */
export function RefusedButton({
  id,
  refusal,
  what,
  children,
}: {
  /** Part of the id of its reason. */
  id: string;
  refusal: string;
  /** What it is about, for whoever hears the buttons alone. */
  what?: string;
  children: string;
}) {
  const reason = `${id}-refusal`;
  return (
    <div>
      <Button kind="secondary" size="small" disabled aria-describedby={reason}>
        {children}
        {what ? <span className="vh"> {what}</span> : null}
      </Button>
      <p id={reason} className="hint">
        {refusal}
      </p>
    </div>
  );
}
