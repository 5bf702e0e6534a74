import type { Form } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import type { MatterChoice } from "#app/domain/inbox/find-matters.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailText } from "#app/ui/email-text.tsx";
import { PlaceFields } from "./place-fields.tsx";

type Matches = {
  sender: string | null;
  find: string;
  suggested: readonly MatterChoice[];
  /** Null before a search. */
  found: readonly MatterChoice[] | null;
};

type RenderChoice = (matter_id: string, text: string) => ReactNode;

/** Renders the search for the matter of a conversation, with the matters suggested and found. */
export function MatchSearch({
  id,
  matches: { sender, find, suggested, found },
  SearchForm,
  choice,
}: {
  id: string;
  matches: Matches;
  SearchForm: ComponentType<
    Pick<
      Parameters<typeof Form>[0],
      "method" | "action" | "className" | "role" | "preventScrollReset" | "children"
    >
  >;
  /** Renders the link or button that chooses a matter. */
  choice: RenderChoice;
}) {
  return (
    <div className="stack">
      <p>
        All emails from{" "}
        <bdi>
          <EmailText>{sender ?? "this sender"}</EmailText>
        </bdi>{" "}
        will move to the matter that you choose. You can undo this.
      </p>
      {suggested.length > 0 ? (
        <Choices
          title="Suggested, because the email names this number"
          choices={suggested}
          choice={choice}
        />
      ) : null}
      <SearchForm
        method="get"
        action={paths.admin.matchConversation(id)}
        className="form"
        role="search"
        preventScrollReset
      >
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
      </SearchForm>
      <div role="status">{found?.length === 0 ? <p>No matters found for “{find}”</p> : null}</div>
      {found && found.length > 0 ? (
        <Choices title="Matters found" choices={found} choice={choice} />
      ) : null}
    </div>
  );
}

function Choices({
  title,
  choices,
  choice,
}: {
  title: string;
  choices: readonly MatterChoice[];
  choice: RenderChoice;
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="inbox-choices">
        {choices.map(({ id, number, text, detail, stage }) => (
          <li key={id}>
            {choice(id, `${formatMatterNumber(number)} ${text}`)}
            <span className="hint">{[detail, stage].filter(Boolean).join(". ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
