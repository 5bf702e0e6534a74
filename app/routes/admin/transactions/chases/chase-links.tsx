import { type ChaseTarget, FIRM_LABELS } from "#app/domain/chases/chase-words.ts";
import { paths } from "#app/paths.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";

/** Renders a link to chase each firm that has a step of the matter. */
export function ChaseLinks({ id, targets }: { id: string; targets: readonly ChaseTarget[] }) {
  return targets.map(({ firm }) => (
    <DialogLink
      key={firm}
      needs="handle"
      id={`chase-${firm}`}
      to={paths.admin.chase(id, firm)}
      kind={targets.length === 1 ? "secondary" : "quiet"}
    >
      {targets.length === 1 ? "Chase" : `Chase ${FIRM_LABELS[firm].toLowerCase()}`}
    </DialogLink>
  ));
}
