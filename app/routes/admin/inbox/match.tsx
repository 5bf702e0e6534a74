import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { z } from "zod";
import {
  findMatters,
  type MatterChoice,
  suggestMatters,
} from "#app/domain/inbox/find-matters.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { MIN_SEARCH } from "#app/domain/staff-search/min-search.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { ProblemDialog } from "../shared/confirm-dialog.tsx";
import { filters, readListQuery } from "../shared/list.server.ts";
import { openRecord } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./inbox-place.server.ts";
import { placeIn, PlaceFields } from "./place-fields.tsx";

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
  const { refusal, sender, find, suggested, found } = record;
  return (
    <RouteDialog title={TITLE} back={back} openerId={opener}>
      {refusal ? (
        <p>{refusal}</p>
      ) : (
        <div className="stack">
          <p>
            All emails from <bdi>{sender ?? "this sender"}</bdi> will move to the matter that you
            choose. You can undo this.
          </p>
          {suggested.length > 0 ? (
            <Choices
              title="Suggested, because the email names this number"
              id={id}
              place={place}
              choices={suggested}
            />
          ) : null}
          <Form method="get" className="form" role="search" preventScrollReset>
            <PlaceFields />
            <div className="field">
              <label className="label" htmlFor="find-matter">
                Find a matter
              </label>
              <p className="hint" id="find-matter-hint">
                Address, number such as F-10482, or person
              </p>
              <input
                key={find}
                id="find-matter"
                className="input"
                type="search"
                name="find"
                defaultValue={find}
                aria-describedby="find-matter-hint"
              />
            </div>
            <p>
              <Button type="submit" kind="secondary" size="small">
                Search
              </Button>
            </p>
          </Form>
          <div role="status">
            {found?.length === 0 ? <p>No matters found for “{find}”</p> : null}
          </div>
          {found && found.length > 0 ? (
            <Choices title="Matters found" id={id} place={place} choices={found} />
          ) : null}
        </div>
      )}
      <p className="dialog-foot">
        <DialogCancel back={back}>{refusal ? "Go back" : "Cancel"}</DialogCancel>
      </p>
    </RouteDialog>
  );
}

function Choices({
  title,
  id,
  place,
  choices,
}: {
  title: string;
  id: string;
  place: string;
  choices: readonly MatterChoice[];
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="inbox-choices">
        {choices.map(({ id: matter, number, text, detail, stage }) => (
          <li key={matter}>
            <Link to={paths.admin.confirmMatch(id, matter) + place} preventScrollReset>
              {formatMatterNumber(number)} {text}
            </Link>
            <span className="hint">{[detail, stage].filter(Boolean).join(". ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
