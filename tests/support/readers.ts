import type {
  AgentReader,
  CustomerReader,
  LinkReader,
  ReaderId,
  Shown,
  StaffReader,
} from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";

export function customerReader(id: string): CustomerReader {
  return { id, type: "customer", recordView: () => Promise.resolve() } as unknown as CustomerReader;
}

export function readerId(id: string): ReaderId {
  return customerReader(id).id;
}

export function linkReader<Opens extends LinkReader["opens"]>(
  opens: Opens,
  id: string,
): LinkReader<Opens> {
  return { opens, id } as unknown as LinkReader<Opens>;
}

export function agentReader(estate_agent_id: string): AgentReader {
  return { type: "agent", estate_agent_id } as unknown as AgentReader;
}

/** @param seen collects the records that the reader is shown, instead of the audit log */
export function staffReader<Needs extends RolePermission = "look">(
  { id = "65f000000000000000000001" }: { id?: string } = {},
  seen: Shown[] = [],
): StaffReader<Needs> {
  const recordView = (what: Shown) => Promise.resolve(void seen.push(what));
  return { id, type: "admin", request_id: "", recordView } as unknown as StaffReader<Needs>;
}
