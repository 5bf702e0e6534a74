import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { Details } from "#app/ui/details.tsx";
import { StageList, StageLine } from "#app/ui/stages.tsx";

/** Renders the stages as a line and, behind a disclosure, as a list with texts and notes. */
export function SevenStages({
  stages,
  hasBuyer,
}: {
  stages: readonly ShownStage[];
  /** False for a sale whose last stages start when there is a buyer. */
  hasBuyer: boolean;
}) {
  const now = stages.find(({ state }) => state === "now");
  const expected = hasBuyer ? null : (now?.by_when?.expected?.day ?? null);
  return (
    <section className="seven-stages" aria-labelledby="stages">
      <div className="card-head">
        <h2 id="stages">The seven stages</h2>
        {hasBuyer ? null : <p className="hint">The last 3 start when you have a buyer</p>}
      </div>
      <StageLine stages={stages} expected={expected} />
      <Details summary="See every stage">
        <StageList stages={stages} />
      </Details>
    </section>
  );
}
