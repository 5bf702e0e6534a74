import type { ElementType } from "react";
import IdCard from "lucide-react/icons/id-card";
import PoundSterling from "lucide-react/icons/pound-sterling";
import Scale from "lucide-react/icons/scale";
import Search from "lucide-react/icons/search";
import Store from "lucide-react/icons/store";
import {
  type MatterProgress,
  PROGRESS_LABELS,
  type Step,
  STEP_LABELS,
  STEPS,
} from "#app/domain/transactions/status-strip.ts";
import type { Progress } from "#db/types.d.ts";

const ICONS: Record<Step, ElementType> = {
  payment: PoundSterling,
  estate_agent: Store,
  solicitors: Scale,
  searches: Search,
  id_checks: IdCard,
};

/**
 * Renders the five steps of a matter as an HTML string (J-044). Rendered as React elements, the
 * steps took a fifth of a list’s rendering time.
 */
export function StatusStrip({ progress, words }: { progress: MatterProgress; words?: boolean }) {
  const __html = STEPS.map((step) => stepHtml(step, progress[step], words)).join("");
  return <ul className="status-strip" data-words={words} dangerouslySetInnerHTML={{ __html }} />;
}

function stepHtml(step: Step, state: Progress, words: boolean | undefined) {
  const icon = `<i aria-hidden="true"><svg><use href="#${iconId(step)}"></use></svg></i>`;
  const text = `${STEP_LABELS[step]}: <span>${PROGRESS_LABELS[state]}</span>`;
  return `<li data-state="${state}">${icon}<span${words ? "" : ' class="vh"'}>${text}</span></li>`;
}

const iconId = (step: Step) => `step-${step}`;

/**
 * Renders the icons once per page, for all strips to use. When each strip had its own icons, the
 * icons were half of a list’s HTML.
 */
export function StepIcons() {
  return (
    <svg className="vh" aria-hidden="true" focusable="false">
      {STEPS.map((step) => {
        const Icon = ICONS[step];
        return (
          <symbol key={step} id={iconId(step)} viewBox="0 0 24 24">
            <Icon strokeWidth={2.5} />
          </symbol>
        );
      })}
    </svg>
  );
}

function StepIcon({ step }: { step: Step }) {
  return (
    <i aria-hidden="true">
      <svg>
        <use href={`#${iconId(step)}`} />
      </svg>
    </i>
  );
}

const STATES = ["complete", "in_progress", "outstanding"] as const;

export function StatusStripKey() {
  return (
    <div className="status-key">
      <StepIcons />
      <p>Status strip:</p>
      <ul className="status-strip" data-words>
        {STEPS.map((step) => (
          <li key={step}>
            <StepIcon step={step} />
            {STEP_LABELS[step]}
          </li>
        ))}
      </ul>
      <ul className="status-strip" data-words>
        {STATES.map((state) => (
          <li key={state} data-state={state}>
            <i aria-hidden="true" />
            {PROGRESS_LABELS[state]}
          </li>
        ))}
      </ul>
    </div>
  );
}
