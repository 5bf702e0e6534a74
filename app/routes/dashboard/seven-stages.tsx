import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { isReaders } from "#app/domain/stages/stage-holder.ts";
import { Details } from "#app/ui/details.tsx";
import { shortenMonth } from "#app/domain/shared/dates.ts";
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
  // The reader’s own turn has its own day, which is on the card.
  const isOwn = now?.holder != null && isReaders(now.holder);
  const day = hasBuyer || isOwn ? null : now?.by_when?.expected?.day;
  return (
    <section className="seven-stages" aria-labelledby="stages">
      <div className="card-head">
        <h2 id="stages">The seven stages</h2>
        {hasBuyer ? null : <p className="hint">The last 3 start when you have a buyer</p>}
      </div>
      <StageLine stages={stages} expected={day ? shortenMonth(day) : null} />
      <Details summary="See every stage">
        <StageList stages={stages} />
      </Details>
    </section>
  );
}
