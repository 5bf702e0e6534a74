import { pluralise } from "#app/domain/shared/format.ts";
export type Step = {
  section: string;
  step: number;
  of: number;
  minutesLeft?: number;
};

/** Renders "Step 2 of 5, about 3 minutes left", with an arch for each step. */
export function StepIndicator({ section, step, of, minutesLeft }: Step) {
  return (
    <div className="step-indicator">
      <div className="step-indicator-arches" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <i
            key={index}
            data-state={index + 1 < step ? "done" : index + 1 === step ? "now" : "later"}
          />
        ))}
      </div>
      <p>
        <strong>{section}</strong> <span className="hint">{stepText(step, of, minutesLeft)}</span>
      </p>
    </div>
  );
}

export function stepText(step: number, of: number, minutesLeft?: number): string {
  const place = `Step ${step} of ${of}`;
  if (minutesLeft === undefined) return place;
  return `${place}, about ${pluralise(minutesLeft, "minute")} left`;
}
