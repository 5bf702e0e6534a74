import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";

/** Instead of a dialog whose record is not there, or cannot be read. */
export function ProblemDialog({ problem, back }: { problem: string; back: string }) {
  return (
    <RouteDialog title={problem} back={back}>
      <p>
        <DialogCancel back={back}>Go back</DialogCancel>
      </p>
    </RouteDialog>
  );
}
