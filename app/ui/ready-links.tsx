import { Form } from "@remix-run/react";
import { SubmitButton } from "./forms/app-form.tsx";
import { Card } from "./card.tsx";

/** A link that works, as text. */
export type ReadyLinkRow = {
  id: string;
  /** Such as "Created by Tom Hartley on Sunday 29 November". */
  title: string;
  /** Such as "Works until Saturday 27 February. Last opened on Monday 30 November". */
  detail: string;
};

/**
 * Renders the links to the page that shows how ready a home is for a buyer, with the buttons that
 * create one and turn one off. A new link is shown only once.
 */
export function ReadyLinks({
  form_key,
  links,
  address,
  canChange,
}: {
  form_key: string;
  links: readonly ReadyLinkRow[];
  /** Address of the link that was just created. */
  address: string | undefined;
  /** False for staff on a customer’s page. */
  canChange: boolean;
}) {
  return (
    <div className="stack" data-gap="l">
      {address ? (
        <Card title="Copy this link" tone="next">
          <p>We’ll only show it once.</p>
          <p>
            <code className="calendar-address">{address}</code>
          </p>
        </Card>
      ) : null}
      {canChange ? (
        <Form method="post" className="form">
          <input type="hidden" name="form_key" value={form_key} />
          <SubmitButton name="intent" value="create">
            {address ? "Create another link" : "Create a link"}
          </SubmitButton>
        </Form>
      ) : null}
      <section className="stack" aria-labelledby="working-links">
        <h2 id="working-links">Links that work now</h2>
        {links.length === 0 ? <p>There are no links at the moment.</p> : null}
        {links.map((link) => (
          <Card key={link.id} title={link.title} level="h3">
            <p>{link.detail}</p>
            {canChange ? (
              <Form method="post" className="form">
                <input type="hidden" name="link" value={link.id} />
                <SubmitButton kind="quiet" name="intent" value="revoke">
                  Turn off link<span className="vh">: {link.title}</span>
                </SubmitButton>
              </Form>
            ) : null}
          </Card>
        ))}
      </section>
    </div>
  );
}
