import { useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { z } from "zod";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { assignConversation } from "#app/domain/conversations/state.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { pageOrList } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { placeIn, PlaceFields } from "./place-fields.tsx";
import { placeFields, placeQuery } from "./inbox-place.server.ts";

const TITLE = "Assign conversation";
const HANDLER = "handler";

export const handle: PageHandle = { title: TITLE };

const AssignForm = z.object({
  ...placeFields,
  handler_id: z.string({ error: "Choose a colleague" }),
  version: z.coerce.number().int(),
});

const server = addPage({
  needs: "handle",
  ids: ({ id = "" }) => id,
  form: (id) => `assign-conversation ${id}`,
  async readExtra(id, reader) {
    const { version, handler_id, transaction_id } = await readInboxConversation(db, reader, id);
    const colleagues = await listHandlerOptions(db);
    const handler = { value: HANDLER, label: "The handler of the matter" };
    return {
      version,
      chosen: handler_id ?? (transaction_id === null ? "" : HANDLER),
      options: transaction_id === null ? colleagues : [handler, ...colleagues],
    };
  },
  schema: AssignForm,
  async create(trx, { handler_id, version, ...place }, { actor }, conversation_id) {
    const chosen = handler_id === HANDLER ? null : handler_id;
    await assignConversation(trx, { conversation_id, version, handler_id: chosen }, { actor });
    return paths.admin.conversation(conversation_id, placeQuery(place));
  },
  leadsTo: (to) => to,
  done: "Conversation assigned",
  failures: { read: FETCH_FAILURE, write: "There was an error while assigning the conversation" },
  back: (id) => pageOrList(id, paths.admin.conversation, paths.admin.inbox),
  opener: () => "assign",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that gives a conversation to a colleague. */
export default function AssignConversation() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const { id = "" } = useParams();
  const { extra } = page;
  return (
    <FormDialog<{ handler_id: string; version: string }>
      id="assign-conversation"
      title={TITLE}
      page={{
        ...page,
        back: paths.admin.conversation(id) + placeIn(search),
        typed: { version: String(extra?.version ?? ""), handler_id: extra?.chosen ?? "" },
      }}
      result={result}
      submit="Assign conversation"
    >
      {(fields) => (
        <>
          <input type="hidden" name="version" value={fieldProps(fields.version).value} />
          <PlaceFields />
          <SelectField
            {...fieldProps(fields.handler_id)}
            label="Who should answer?"
            hint="Only this conversation changes. The matter keeps its handler."
            empty="Choose a colleague"
            options={extra?.options ?? []}
          />
        </>
      )}
    </FormDialog>
  );
}
