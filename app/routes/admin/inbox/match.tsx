import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { z } from "zod";
import { findMatters, suggestMatters } from "#app/domain/inbox/find-matters.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { MIN_SEARCH } from "#app/domain/staff-search/min-search.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { ProblemDialog } from "../shared/confirm-dialog.tsx";
import { filters, readListQuery } from "../shared/list.server.ts";
import { openRecord } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./inbox-place.server.ts";
import { MatchSearch } from "./match-search.tsx";
import { placeIn } from "./place-fields.tsx";

const TITLE = "Match to a matter";

export const handle: PageHandle = { title: TITLE };

const matchQuery = z.object({ find: filters.search() });

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { find = "" } = readListQuery(request, matchQuery);
  return openRecord(request, {
    needs: "handle",
    async read(reader) {
      const { transaction_id, sender } = await readInboxConversation(db, reader, id);
      const refusal = transaction_id === null ? null : "This conversation already has a matter.";
      if (refusal) return { refusal, sender, find, suggested: [], found: null };
      return {
        refusal,
        sender,
        find,
        suggested: await suggestMatters(db, reader, id),
        found: find.length < MIN_SEARCH ? null : await findMatters(db, reader, find),
      };
    },
    title: () => TITLE,
    failure: FETCH_FAILURE,
    opener: "match",
  });
}

/** Searches for the matter of a conversation that fits none. The next page confirms the choice. */
export default function MatchConversation() {
  const { record, problem, opener } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { id = "" } = useParams();
  const place = placeIn(search);
  const back = paths.admin.conversation(id) + place;
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const { refusal } = record;
  return (
    <RouteDialog title={TITLE} back={back} openerId={opener}>
      {refusal ? (
        <p>{refusal}</p>
      ) : (
        <MatchSearch
          id={id}
          matches={record}
          SearchForm={Form}
          choice={(matter, text) => (
            <Link to={paths.admin.confirmMatch(id, matter) + place} preventScrollReset>
              {text}
            </Link>
          )}
        />
      )}
      <p className="dialog-foot">
        <DialogCancel back={back}>{refusal ? "Go back" : "Cancel"}</DialogCancel>
      </p>
    </RouteDialog>
  );
}
