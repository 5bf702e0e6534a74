import { type ChaseTarget, FIRM_LABELS } from "#app/domain/chases/chase-words.ts";
import { paths } from "#app/paths.ts";
import { ConfirmInPlace, InPlace } from "../../shared/in-place.tsx";
import { ChaseText } from "./chase-text.tsx";
import type { loader } from "./chase.tsx";

/** Renders a link to chase each firm that has a step of the matter. */
export function ChaseLinks({ id, targets }: { id: string; targets: readonly ChaseTarget[] }) {
  return targets.map(({ firm }) => {
    const to = paths.admin.chase(id, firm);
    return (
      <InPlace<typeof loader>
        key={firm}
        needs="handle"
        id={`chase-${firm}`}
        to={to}
        kind={targets.length === 1 ? "secondary" : "quiet"}
        label={targets.length === 1 ? "Chase" : `Chase ${FIRM_LABELS[firm].toLowerCase()}`}
      >
        {(page) => (
          <ConfirmInPlace page={page} to={to} confirm="Send email">
            {(chase) => <ChaseText chase={chase} />}
          </ConfirmInPlace>
        )}
      </InPlace>
    );
  });
}
