import { Button } from "#app/ui/button.tsx";

/** A button that does something as the vendor, or as the person would there. */
export function Act({
  name = "intent",
  value,
  what,
  children,
}: {
  name?: string;
  value: string;
  /** What it is done with, for whoever hears the buttons alone. */
  what: string;
  children: string;
}) {
  return (
    <Button type="submit" name={name} value={value} kind="secondary" size="small">
      {children}
      <span className="vh"> {what}</span>
    </Button>
  );
}
