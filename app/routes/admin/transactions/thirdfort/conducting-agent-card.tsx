import { Card } from "#app/ui/card.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import type { agentView } from "./view.ts";

/** The office that conducts checks, and the buttons that ask it to (N-001 to N-005). */
export function ConductingAgentCard({ agent }: { agent: ReturnType<typeof agentView> }) {
  return (
    <Card title="Estate agent">
      <p>{agent.text}</p>
      <div className="cluster">
        {agent.requests.map(({ side, label, to, refusal }) => (
          <DialogLink key={side} id={`request-${side}`} to={to} refusal={refusal}>
            {label}
          </DialogLink>
        ))}
      </div>
    </Card>
  );
}
