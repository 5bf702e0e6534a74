import type { AgentReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import type { FirmView } from "../firm-pages/view.ts";

/** Returns the office whose page is open, and the person who has opened it, for the header. */
export function officeView({ office, email, estate_agent_id }: AgentReader): FirmView {
  return { name: office, email, sign_out: paths.agent.signOut(estate_agent_id) };
}
