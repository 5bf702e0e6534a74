import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { openConversation } from "#app/domain/conversations/conversations.server.ts";
import { listConversations } from "#app/domain/conversations/stream.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Conversation, unansweredText } from "../../shared/conversation/conversation.tsx";
import { conversationAction } from "../../shared/conversation/conversation-action.server.ts";
import { loadConversation } from "../../shared/conversation/load-conversation.server.ts";
import { requireActor } from "../../shared/open-record.server.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";

export const handle: LayoutHandle = { part: "Messages" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }, reader) => {
    const sides = await listConversations(db, reader, id);
    const chosen = chosenSide(request, sides);
    const { conversation_id, purchase_intent_id } = chosen;
    const place = { conversation_id, transaction_id: id, purchase_intent_id };
    return {
      sides: sides.map((side) => ({
        label: sideLabel(side),
        to: paths.admin.transactionTab.messages(id, query(side)),
        unanswered: unansweredText(side.unanswered),
        is_current: side === chosen,
      })),
      conversation: await loadConversation(request, reader, place),
    };
  });
}

type Side = Awaited<ReturnType<typeof listConversations>>[number];

/** Returns the side that the address names; otherwise the sellers’ side. */
function chosenSide(request: Request, sides: readonly Side[]): Side {
  const purchase = new URL(request.url).searchParams.get("purchase");
  const found = sides.find(({ purchase_intent_id }) => purchase_intent_id === purchase) ?? sides[0];
  if (!found) throw new Error("A matter has a sellers’ side");
  return found;
}

const query = ({ purchase_intent_id }: Pick<Side, "purchase_intent_id">) =>
  purchase_intent_id ? { purchase: purchase_intent_id } : {};

function sideLabel({ purchase_intent_id, is_active, buyer_name }: Side): string {
  if (purchase_intent_id === null) return "Seller’s side";
  return is_active ? "Buyer’s side" : `Earlier buyer: ${buyer_name ?? ""}`;
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const side = await findSide(request, actor, id).catch(asErrorPage);
  const place = { transaction_id: id, purchase_intent_id: side.purchase_intent_id };
  return conversationAction({
    actor,
    form,
    place,
    open: (trx) => openConversation(trx, place),
    here: paths.admin.transactionTab.messages(id, query(side)),
  });
}

async function findSide(request: Request, actor: StaffReader, id: string): Promise<Side> {
  requireTransactionId(id);
  const found = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new NotFoundError("Transaction not found");
  return chosenSide(request, await listConversations(db, actor, id));
}

export default function MessagesTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ sides, conversation }) => (
        <div className="stack">
          <h2 className="vh">Messages</h2>
          <nav className="conversation-sides" aria-label="Sides of this matter">
            <ul className="cluster">
              {sides.map(({ label, to, unanswered, is_current }) => (
                <li key={to}>
                  <Link to={to} aria-current={is_current ? "true" : undefined} preventScrollReset>
                    {label}
                  </Link>
                  {unanswered ? ` (${unanswered})` : null}
                </li>
              ))}
            </ul>
          </nav>
          <Conversation
            key={conversation.id}
            conversation={conversation}
            label={sides.find(({ is_current }) => is_current)?.label ?? "Messages"}
          />
        </div>
      )}
    </Tab>
  );
}
