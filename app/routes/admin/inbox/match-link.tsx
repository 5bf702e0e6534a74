import { Form, useFetcher } from "@remix-run/react";
import { useState } from "react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { InPlace } from "../shared/in-place.tsx";
import type { loader as sidesLoader } from "./confirm-match.tsx";
import { MatchSearch } from "./match-search.tsx";
import type { loader as matchLoader } from "./match.tsx";
import { PlaceFields } from "./place-fields.tsx";

/** Renders the link to the pages that put a conversation on a matter, which open in place. */
export function MatchLink({ id, place }: { id: string; place: string }) {
  return (
    <InPlace<typeof matchLoader>
      needs="handle"
      id="match"
      kind="primary"
      to={paths.admin.matchConversation(id) + place}
      label="Match to a matter"
    >
      {({ problem, record }) =>
        !record || record.refusal ? (
          <p>{record?.refusal ?? problem}</p>
        ) : (
          <Match id={id} place={place} matches={record} />
        )
      }
    </InPlace>
  );
}

/** Renders the search, and then the sides of the matter that was chosen. */
function Match({
  id,
  place,
  matches,
}: {
  id: string;
  place: string;
  matches: Parameters<typeof MatchSearch>[0]["matches"];
}) {
  const search = useFetcher<typeof matchLoader>();
  const sides = useFetcher<typeof sidesLoader>();
  const [chosen, setChosen] = useState<string | null>(null);
  if (chosen !== null && sides.state === "idle" && sides.data) {
    const { problem, extra, formKey } = sides.data;
    return extra ? (
      <Form
        method="post"
        action={paths.admin.confirmMatch(id, chosen) + place}
        className="form"
        preventScrollReset
      >
        <input type="hidden" name="form_key" value={formKey} />
        <PlaceFields />
        <p>
          This moves all emails from <bdi>{extra.sender}</bdi> to {extra.address}. The sender’s next
          emails will go there too. No emails are sent. You can undo this.
        </p>
        <Radios
          id="match-side"
          name="side"
          legend="Which side?"
          value={extra.sides.length === 1 ? extra.sides[0]?.value : undefined}
          options={extra.sides}
        />
        <SubmitButton
          after={
            <Button kind="quiet" onClick={() => setChosen(null)}>
              Choose another matter
            </Button>
          }
        >
          Match to {extra.number}
        </SubmitButton>
      </Form>
    ) : (
      <p>{problem}</p>
    );
  }
  return (
    <MatchSearch
      id={id}
      matches={search.data?.record ?? matches}
      SearchForm={search.Form}
      choice={(matter, text) => (
        <Button
          kind="secondary"
          size="small"
          onClick={() => {
            setChosen(matter);
            sides.load(paths.admin.confirmMatch(id, matter) + place);
          }}
        >
          {text}
        </Button>
      )}
    />
  );
}
