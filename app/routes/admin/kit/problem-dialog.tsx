import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";

/** Instead of a dialog whose record is not there, or cannot be read. */
export function ProblemDialog({ problem, back }: { problem: string; back: string }) {
  return (
    <RouteDialog title={problem} back={back}>
      <GoBack to={back} />
    </RouteDialog>
  );
}

/** All that can be done in a dialog that says why nothing else can. */
export function GoBack({ to }: { to: string }) {
  return (
    <p>
      <DialogCancel back={to}>Go back</DialogCancel>
    </p>
  );
}
