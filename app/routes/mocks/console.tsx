import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import { Milestones } from "#app/ui/milestones.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { type Vendor, vendorNames } from "#app/platform/vendors.server.ts";
import { faults, type faults as allFaults, readFault, setFault } from "#mocks/faults.ts";
import { type MagicInputs, magicInputs } from "#mocks/magic-inputs.ts";
import { requireDoubles } from "./doubles.server.ts";

export const handle: PageHandle = { title: "Test doubles" };

export async function loader() {
  const { vendors: answering, world } = requireDoubles();
  const doubles = await Promise.all(
    vendorNames
      .filter((vendor) => answering.has(vendor))
      .map(async (vendor) => ({
        vendor,
        ...magicInputs[vendor],
        fault: await readFault(world.state, vendor),
      })),
  );
  const pages = [...Object.values(magicInputs).flatMap(({ page }) => page ?? []), DESIGN_SYSTEM];
  return { doubles, faults, pages };
}

const DESIGN_SYSTEM = {
  to: paths.mocks.ui(),
  title: "Design system",
  text: "Every component in every state.",
};

export async function action({ request }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const form = await request.formData();
  const vendor = vendorNames.find((name) => name === form.get("vendor"));
  if (vendor) await setFault(world.state, vendor, form.get("fault"));
  return redirect(paths.mocks.home(), 303);
}

export default function Doubles() {
  const { doubles, faults, pages } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Test doubles"
      lead="There are no keys for these third parties here, so test doubles answer for them. You play their part on the pages below."
    >
      <div className="stack" data-gap="l">
        <div className="split">
          <section className="stack" aria-labelledby="matter">
            <h2 id="matter">A matter, from sign-up to completion</h2>
            <p>
              A browser is signed in as one person. Use a private window for each person, or sign
              out in between.
            </p>
            <Milestones
              items={matterSteps.map(({ role, title, text }) => ({
                title,
                state: "later",
                badge: <Badge>{role}</Badge>,
                detail: text,
              }))}
            />
          </section>
          <aside className="page-aside" aria-label="Pages of the test doubles">
            {pages.map(({ to, title, text }) => (
              <Card key={to} title={<Link to={to}>{title}</Link>}>
                <p>{text}</p>
              </Card>
            ))}
          </aside>
        </div>
        <section className="stack" aria-labelledby="outcomes">
          <h2 id="outcomes">What to type, and how to make a service fail</h2>
          <p>The answer each test double gives to what you type, and a switch for failures.</p>
          <div>
            {doubles.map((double) => (
              <VendorDetails key={double.vendor} double={double} faults={faults} />
            ))}
          </div>
        </section>
      </div>
    </Page>
  );
}

type Faults = typeof allFaults;

function VendorDetails({
  double: { vendor, name, inputs, fault },
  faults,
}: {
  double: MagicInputs & { vendor: Vendor; fault: keyof Faults };
  faults: Faults;
}) {
  const isWell = fault === "none";
  return (
    <Details
      open={!isWell}
      summary={
        <span className="cluster">
          {name}
          {isWell ? null : <Badge tone="stop">{faults[fault]}</Badge>}
        </span>
      }
    >
      <DataTable
        caption={`What to type for ${name}`}
        hideCaption
        list="magic-inputs"
        rows={inputs}
        rowKey={([input]) => `${vendor}-${input}`}
        columns={[
          { key: "input", title: "Type this", cell: ([input]) => <code>{input}</code> },
          { key: "outcome", title: "What happens", cell: ([, outcome]) => outcome },
        ]}
      />
      <Form method="post" className="cluster">
        <input type="hidden" name="vendor" value={vendor} />
        <label>
          State{" "}
          <select name="fault" defaultValue={fault} className="input">
            {Object.entries(faults).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" kind="secondary" size="small">
          Change<span className="vh"> the state of {name}</span>
        </Button>
      </Form>
    </Details>
  );
}

/** Steps of a matter, in order, each with the role that performs it (docs/walkthrough.md). */
const matterSteps: readonly { role: string; title: string; text: ReactNode }[] = [
  {
    role: "Seller",
    title: "Sell a property",
    text: (
      <>
        <Link to={paths.getStarted("sell")}>Sign up as a seller</Link>. The sign-in link is in the{" "}
        <Link to={paths.mocks.postbox()}>post-box</Link>, like every other email. Pay with card{" "}
        <code>4242 4242 4242 4242</code>.
      </>
    ),
  },
  {
    role: "Buyer",
    title: "Buy the property",
    text: (
      <>
        <Link to={paths.getStarted("buy")}>Sign up as a buyer</Link> with another email address, and
        find the property by its postcode.
      </>
    ),
  },
  {
    role: "Staff",
    title: "Set up the matter",
    text: (
      <>
        <Link to={paths.signIn()}>Sign in</Link> as <code>ada@fanlight.example</code>; the sign-in
        link is in the post-box too. Open the newest matter in the list. Assign its estate agent on
        the Estate Agent tab.
      </>
    ),
  },
  {
    role: "Estate agent, then staff",
    title: "Agree the sale",
    text: "Follow the link in the agent’s email to the office’s page and send a memorandum of sale. Staff check it from the matter’s overview.",
  },
  {
    role: "Staff, then law firm",
    title: "Instruct the solicitors",
    text: "Assign them on the Solicitors tab. Follow the link in the letter to the firm’s page and accept the instruction.",
  },
  {
    role: "Staff, then Thirdfort",
    title: "Check everyone’s identity",
    text: (
      <>
        Order a check for each person on the Thirdfort tab. No text messages are sent here. Complete
        or fail the checks <Link to={paths.mocks.thirdfort()}>in Thirdfort</Link>.
      </>
    ),
  },
  {
    role: "Staff, then OneSearch",
    title: "Search the property",
    text: (
      <>
        Order searches on the Searches tab. The results arrive when you complete the order{" "}
        <Link to={paths.mocks.oneSearch()}>in OneSearch</Link>, and the report follows within
        seconds. OneSearch can also ask for more.
      </>
    ),
  },
  {
    role: "Seller or buyer",
    title: "Email us",
    text: (
      <>
        Answer an email in the post-box, or <Link to={paths.mocks.write()}>write a new one</Link>.
        It appears on the matter’s Events tab.
      </>
    ),
  },
  {
    role: "Staff",
    title: "Complete",
    text: (
      <>
        On the Buyers tab, send the buyer found email, then enter the dates of the agreed sale,
        exchange and completion.
      </>
    ),
  },
  {
    role: "Seller and buyer",
    title: "Follow progress",
    text: (
      <>
        Seller and buyer can check progress at any time on{" "}
        <Link to={paths.welcomeBack()}>their own pages</Link>.
      </>
    ),
  },
];
