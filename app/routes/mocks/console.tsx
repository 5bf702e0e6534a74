import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { vendorNames } from "#app/vendors.ts";
import { faults, readFault, setFault } from "#mocks/faults.ts";
import { magicInputs } from "#mocks/magic-inputs.ts";
import { requireDoubles } from "./doubles.server.ts";

export const handle: PageHandle = { title: "The doubles" };

export async function loader() {
  const { vendors: answering, world } = requireDoubles();
  const entries = magicInputs.filter(({ vendor }) => answering.has(vendor));
  const doubles = await Promise.all(
    entries.map(async (entry) => ({ ...entry, fault: await readFault(world.state, entry.vendor) })),
  );
  return { doubles, faults: Object.entries(faults) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const form = await request.formData();
  const vendor = vendorNames.find((name) => name === form.get("vendor"));
  if (vendor) await setFault(world.state, vendor, form.get("fault"));
  return redirect(paths.mocks.home(), 303);
}

export default function Doubles() {
  const { doubles, faults } = useLoaderData<typeof loader>();
  return (
    <Page
      title="The doubles"
      lead="These third parties have no keys here, so stand-ins answer for them."
    >
      <div className="stack" data-gap="l">
        <ul>
          <li>
            <Link to={paths.mocks.postbox()}>Post-box</Link>: every email that was sent
          </li>
          <li>
            <Link to={paths.mocks.stripe()}>Stripe</Link>: payments, and what our site was told of
            them
          </li>
          <li>
            <Link to={paths.mocks.oneSearch()}>OneSearch</Link>: orders of searches, and their
            results
          </li>
          <li>
            <Link to={paths.mocks.ui()}>The design system</Link>
          </li>
        </ul>
        {doubles.map(({ vendor, name, inputs, fault }) => (
          <Card key={vendor} title={name}>
            <DataTable
              caption={`What to type for ${name}`}
              hideCaption
              rows={inputs}
              rowKey={([input]) => `${vendor}-${input}`}
              columns={[
                { key: "input", title: "Type this", cell: ([input]) => <code>{input}</code> },
                { key: "outcome", title: "For this", cell: ([, outcome]) => outcome },
              ]}
            />
            <Form method="post" className="cluster">
              <input type="hidden" name="vendor" value={vendor} />
              <label>
                How it is{" "}
                <select name="fault" defaultValue={fault} className="input">
                  {faults.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
              <Button type="submit" kind="secondary" size="small">
                Change<span className="vh"> how {name} is</span>
              </Button>
            </Form>
          </Card>
        ))}
      </div>
    </Page>
  );
}
