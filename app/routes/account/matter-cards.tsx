import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Arranged, Matter, View } from "./matters.ts";

/** The latest as a card, the earlier ones after it (F-006 to F-010). */
export function MatterCards({ view, matters }: { view: View; matters: Arranged }) {
  const { latest, previous } = matters;
  if (!latest) return <p>There are no {view} yet. Press the button below to get started.</p>;
  return (
    <>
      <MatterCard matter={latest} view={view} />
      {previous.length > 0 ? (
        <section className="stack" aria-labelledby="previous">
          <h3 id="previous">Previous</h3>
          {previous.map((matter) => (
            <MatterCard key={matter.id} matter={matter} view={view} archived />
          ))}
        </section>
      ) : null}
    </>
  );
}

function MatterCard({
  matter: { id, address, complete, state, dashboard },
  view,
  archived = false,
}: {
  matter: Matter;
  view: View;
  archived?: boolean;
}) {
  return (
    <Card
      title={address}
      level={archived ? "h4" : "h3"}
      tone={complete || archived ? "plain" : "next"}
      badge={
        complete && !archived ? null : (
          <p className="cluster">
            <StateBadge state={state} />
            {archived ? <Badge>Archived</Badge> : null}
          </p>
        )
      }
    >
      {complete ? (
        <p>
          <ButtonLink to={dashboard} kind="secondary">
            Open<span className="vh"> {address}</span>
          </ButtonLink>
        </p>
      ) : (
        <Form method="post">
          <Button type="submit" name={view === "sales" ? "sale" : "purchase"} value={id}>
            Continue<span className="vh"> with {address}</span>
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** What the customer has to do, or waits for (F-007, AMB-F01). */
function StateBadge({ state }: { state: Matter["state"] }) {
  switch (state) {
    case "needed":
      return <Badge tone="act">Information Needed</Badge>;
    case "paying":
      return <Badge>Payment processing</Badge>;
    case "running":
      return <Badge>In progress</Badge>;
    case "over":
      return null;
  }
}

/** Something new, of either kind: each begins at its own welcome page (F-014 to F-016). */
export function AddNew() {
  return (
    <div className="cluster buttons">
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
