import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import {
  type Arranged,
  type MatterSummary,
  NOUNS,
  type DraftMatter,
  type View,
} from "./matters.ts";

/**
 * Renders the latest matter as a card, and a list of the earlier matters below it (F-006 to F-010).
 */
export function MatterCards({
  view,
  matters,
  starts,
}: {
  view: View;
  matters: Arranged;
  starts: readonly Omit<DraftMatter, "created_at">[];
}) {
  const { latest, previous } = matters;
  if (!latest && starts.length === 0) {
    return <p>There are no {view} yet. Press the button below to get started.</p>;
  }
  return (
    <>
      {starts.map((start) => (
        <StartCard key={start.id} start={start} view={view} />
      ))}
      {latest ? <MatterCard matter={latest} view={view} /> : null}
      {previous.length > 0 ? (
        <section className="stack" aria-labelledby="previous">
          <h3 id="previous">Previous</h3>
          {previous.some(({ state }) => state !== "over") ? (
            <p>
              These are your older {view}. “Archived” doesn’t mean that a {NOUNS[view]} has ended.
            </p>
          ) : null}
          {previous.map((matter) => (
            <MatterCard key={matter.id} matter={matter} view={view} archived />
          ))}
        </section>
      ) : null}
    </>
  );
}

function StartCard({
  start: { id, address, page },
  view,
}: {
  start: Omit<DraftMatter, "created_at">;
  view: View;
}) {
  const noun = NOUNS[view];
  return (
    <Card
      title={address || `A ${noun} you’ve started`}
      level="h3"
      tone="next"
      badge={
        <p className="cluster">
          <Badge tone="act">Not finished yet</Badge>
        </p>
      }
    >
      <p>We’ve saved your answers. You can carry on, or start over.</p>
      <Form method="post" className="cluster">
        <ButtonLink to={page}>
          Resume<span className="vh"> the {noun} you’ve started</span>
        </ButtonLink>
        <Button type="submit" kind="secondary" name="forget" value={id}>
          Start over<span className="vh"> and delete your answers</span>
        </Button>
      </Form>
    </Card>
  );
}

function MatterCard({
  matter: { id, address, complete, state, where, dashboard },
  view,
  archived = false,
}: {
  matter: MatterSummary;
  view: View;
  archived?: boolean;
}) {
  return (
    <Card
      title={address}
      level={archived ? "h4" : "h3"}
      tone={complete || archived || state === "paying" ? "plain" : "next"}
      badge={
        complete && !archived ? null : (
          <p className="cluster">
            <StateBadge state={state} />
            {archived ? <Badge>Archived</Badge> : null}
          </p>
        )
      }
    >
      {where ? <p>{where}</p> : null}
      {complete ? (
        <p>
          <ButtonLink to={dashboard} kind="secondary">
            Open<span className="vh"> {address}</span>
          </ButtonLink>
        </p>
      ) : (
        <Form method="post" className="stack">
          {state === "unpaid" ? (
            <p>
              Your payment didn’t go through and you haven’t been charged. Continue to try again.
            </p>
          ) : null}
          {state === "paying" ? (
            <p>
              You don’t need to do anything now, so do not pay again. We’ll email you when your
              payment is confirmed, or if there’s a problem with it.
            </p>
          ) : null}
          <Button
            type="submit"
            kind={state === "paying" ? "secondary" : "primary"}
            name={NOUNS[view]}
            value={id}
          >
            {state === "paying" ? "See your payment" : "Continue"}
            <span className="vh">
              {state === "paying" ? " for" : " with"} {address}
            </span>
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** Renders a badge that says what the customer must do or is waiting for (F-007, AMB-F01). */
function StateBadge({ state }: { state: MatterSummary["state"] }) {
  switch (state) {
    case "needed":
      return <Badge tone="act">Information Needed</Badge>;
    case "paying":
      return <Badge>Payment processing</Badge>;
    case "unpaid":
      return <Badge tone="act">Payment failed</Badge>;
    case "running":
      return <Badge>In progress</Badge>;
    case "over":
      return null;
  }
}

/**
 * Renders the buttons that start a sale or a purchase. Each button leads to a welcome page (F-014
 * to F-016).
 */
export function AddNew() {
  return (
    <div className="cluster button-row">
      <Form method="post" action={paths.welcome("sell")}>
        <Button type="submit" kind="secondary">
          Sell a property
        </Button>
      </Form>
      <Form method="post" action={paths.welcome("buy")}>
        <Button type="submit" kind="secondary">
          Purchase a property
        </Button>
      </Form>
    </div>
  );
}
