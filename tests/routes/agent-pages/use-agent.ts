import { action, loader } from "#app/routes/agent-pages/sale.tsx";
import { loader as officePage } from "#app/routes/agent-pages/office-page.tsx";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { agentMatter, signInAgent } from "#tests/support/agent-pages.ts";
import { type Answer, get } from "#tests/support/call-route.ts";

/** Uses the page of an estate agent’s office as its people do. */

export type Agent = Awaited<ReturnType<typeof createAgent>>;

export async function createAgent(db: Db, handler_id: string) {
  const matter = await agentMatter(db);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", matter.id).execute();
  return { ...matter, cookie: await signInAgent(db, matter) };
}

type Visit = Pick<Agent, "id" | "estate_agent_id" | "cookie">;

const saleOf = ({ id, estate_agent_id: office, cookie }: Visit) => ({
  params: { id: office, transactionId: id },
  path: paths.agent.sale(office, id),
  cookie,
});

export const visitSale = (of: Visit) => get(loader, saleOf(of));

export const visitOffice = (
  { estate_agent_id: id, cookie }: Pick<Agent, "estate_agent_id" | "cookie">,
  query = {},
) => get(officePage, { params: { id }, path: paths.agent.page(id, query), cookie });

/** Returns the addresses that the office’s page lists, with their stages. */
export async function listSales(of: Pick<Agent, "estate_agent_id" | "cookie">) {
  const { data } = await visitOffice(of);
  return (data as { sales: { id: string; stage: string; holder: unknown }[] }).sales;
}

export const PDF = "%PDF-1.7 memorandum";

export const TYPED = {
  first_name: "Bea",
  last_name: "Byron",
  email: "bea.byron@example.test",
  phone_number: "07400 123456",
  phone_country: "GB",
  agreed_price_pounds: "£450,000",
  person: "Laura Fenton",
};

/** Sends “Sale agreed”. A file is its content, whose name is “memorandum.pdf”. */
export async function sendMemorandum(
  of: Visit,
  fields: Partial<typeof TYPED> = {},
  files: readonly string[] = [PDF],
): Promise<Answer> {
  const { params, path, cookie } = saleOf(of);
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...TYPED, ...fields })) body.append(name, value);
  for (const content of files) body.append("files", new File([content], "memorandum.pdf"));
  const sent = new Request(new URL(path, "http://localhost:3000"), {
    method: "POST",
    body,
    headers: { Origin: "http://localhost:3000", Cookie: cookie },
  });
  return get(({ context }) => action({ request: sent, params, context }), { params });
}

export const listMemoranda = (db: Db, { id }: { id: string }) =>
  db
    .selectFrom("memoranda")
    .selectAll()
    .where("transaction_id", "=", id)
    .orderBy("sent_at")
    .execute();

export const change = (db: Db, { id }: { id: string }, matter: object) =>
  db.updateTable("transactions").set(matter).where("id", "=", id).execute();
