import { Fragment, type ReactNode } from "react";
import type { ListedStep, ListedSteps } from "#app/domain/stages/step-words.ts";
import { Paragraph, Subtitle } from "./components.tsx";
import { colour, sans } from "./style.ts";

const arch = {
  display: "block",
  width: "30px",
  height: "24px",
  paddingTop: "6px",
  border: `2px solid ${colour.pine}`,
  borderRadius: "30px 30px 3px 3px",
  background: colour.amber,
  color: colour.ink,
  font: `700 15px/20px ${sans}`,
  textAlign: "center",
  boxSizing: "content-box",
} as const;

export function Steps({ children }: { children: ReactNode[] }) {
  const rule = `1px solid ${colour.hair}`;
  return (
    <table
      className="steps"
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ margin: "0 0 16px" }}
    >
      <tbody>
        {children.map((step, position) => (
          <tr key={position} className="step">
            <td
              className="num-cell rule"
              width="36"
              style={{ padding: "14px 12px 14px 0", borderTop: rule, verticalAlign: "top" }}
            >
              <span className="num" style={arch}>
                {position + 1}
              </span>
            </td>
            <td
              className="rule ink"
              style={{ padding: "14px 0", borderTop: rule, verticalAlign: "top", ...stepText }}
            >
              {step}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const stepText = { fontFamily: sans, fontSize: "16px", lineHeight: "24px", color: colour.ink };

function NamedSteps({ title, steps }: { title: string; steps: readonly ListedStep[] }) {
  if (steps.length === 0) return null;
  return (
    <>
      <Subtitle>{title}</Subtitle>
      <Steps>
        {steps.map((step) => (
          <Fragment key={step.title}>
            <strong>{step.title}.</strong>{" "}
            <span className="mut" style={{ color: colour.muted }}>
              {step.detail}
            </span>
          </Fragment>
        ))}
      </Steps>
    </>
  );
}

/**
 * Renders the reader's current and later steps, and our steps, in the same words as the reader's
 * page (CU-6).
 */
export function OwnSteps({ steps: { now, later, ours } }: { steps: ListedSteps }) {
  return (
    <>
      {now.length === 0 ? (
        <Paragraph>You don’t need to do anything at the moment.</Paragraph>
      ) : (
        <NamedSteps title="What you need to do" steps={now} />
      )}
      <NamedSteps title="What comes next for you" steps={later} />
      <NamedSteps title={ours.title} steps={ours.steps} />
    </>
  );
}
