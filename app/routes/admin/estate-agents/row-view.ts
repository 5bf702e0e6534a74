import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import type { ListedEstateAgent } from "#app/domain/estate-agents/list-estate-agents.server.ts";
import { yesNoText } from "#app/domain/fields/answers.ts";
import { fullName } from "#app/domain/people/person.ts";

export type EstateAgentRow = ReturnType<typeof rowView>;

/** An estate agent as the list shows it: every cell a text, null where there is nothing to say. */
export function rowView(agent: ListedEstateAgent) {
  const valuer = agent.primary_valuer;
  return {
    id: agent.id,
    office: agentLabel(agent),
    phone: agent.office_phone_number,
    valuer: valuer && fullName(valuer),
    valuer_email: valuer?.email ?? null,
    valuer_phone: valuer?.phone_number ?? null,
    subscribed: valuer && yesNoText(valuer.is_subscribed),
  };
}
