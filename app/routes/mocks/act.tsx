import { Button } from "#app/ui/button.tsx";

export function Act({
  name = "intent",
  value,
  what,
  children,
}: {
  name?: string;
  value: string;
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
