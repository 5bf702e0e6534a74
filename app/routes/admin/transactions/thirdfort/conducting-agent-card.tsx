import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import type { agentView } from "./view.ts";

/** The office that conducts checks, and the buttons that ask it to (N-001 to N-005). */
export function ConductingAgentCard({ agent }: { agent: ReturnType<typeof agentView> }) {
  return (
    <Card title="Estate agent">
      <p>{agent.text}</p>
      <div className="cluster">
        {agent.requests.map(({ side, label, to, refusal }) =>
          refusal ? (
            <div key={side}>
              <Button
                size="small"
                kind="secondary"
                disabled
                aria-describedby={`no-${side}-request`}
              >
                {label}
              </Button>
              <p id={`no-${side}-request`} className="hint">
                {refusal}
              </p>
            </div>
          ) : (
            <DialogLink key={side} id={`request-${side}`} to={to}>
              {label}
            </DialogLink>
          ),
        )}
      </div>
    </Card>
  );
}
