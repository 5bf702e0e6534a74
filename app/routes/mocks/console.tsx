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
import { type Vendor, vendorNames } from "#app/vendors.server.ts";
import { faults, type faults as allFaults, readFault, setFault } from "#mocks/faults.ts";
import { type MagicInputs, magicInputs } from "#mocks/magic-inputs.ts";
import { requireDoubles } from "./doubles.server.ts";

export const handle: PageHandle = { title: "The doubles" };

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

/** Where a newcomer begins: what to do in the order of a matter, and as which third party. */
export default function Doubles() {
  const { doubles, faults, pages } = useLoaderData<typeof loader>();
  return (
    <Page
      title="The doubles"
      lead="These third parties have no keys here, so stand-ins answer for them, and you do what they would."
    >
      <div className="stack" data-gap="l">
        <div className="split">
          <section className="stack" aria-labelledby="matter">
            <h2 id="matter">A matter, from sign-up to completion</h2>
            <p>
              A browser is signed in as one person: use a private window for each, or sign out in
              between.
            </p>
            <Milestones
              items={matterSteps.map(({ who, title, text }) => ({
                title,
                state: "later",
                badge: <Badge>{who}</Badge>,
                detail: text,
              }))}
            />
          </section>
          <aside className="page-aside" aria-label="Pages of the doubles">
            {pages.map(({ to, title, text }) => (
              <Card key={to} title={<Link to={to}>{title}</Link>}>
                <p>{text}</p>
              </Card>
            ))}
          </aside>
        </div>
        <section className="stack" aria-labelledby="outcomes">
          <h2 id="outcomes">What to type, and how they are</h2>
          <p>What each of them answers to what, and how it is when it is unwell.</p>
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

/** What to type for each answer of a vendor's double, and a switch that makes it unwell; open while it is. */
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
          { key: "outcome", title: "For this", cell: ([, outcome]) => outcome },
        ]}
      />
      <Form method="post" className="cluster">
        <input type="hidden" name="vendor" value={vendor} />
        <label>
          How it is{" "}
          <select name="fault" defaultValue={fault} className="input">
            {Object.entries(faults).map(([value, label]) => (
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
    </Details>
  );
}

/** A matter in the order in which it goes, and where the newcomer plays whose part; docs/a-matter.md has the details. */
const matterSteps: readonly { who: string; title: string; text: ReactNode }[] = [
  {
    who: "Seller",
    title: "Sell a home",
    text: (
      <>
        <Link to={paths.getStarted("sell")}>Sign up as a seller</Link>. The link that signs you in
        is in the <Link to={paths.mocks.postbox()}>post-box</Link>, as is every other email. Pay
        with card <code>4242 4242 4242 4242</code>.
      </>
    ),
  },
  {
    who: "Buyer",
    title: "Buy it",
    text: (
      <>
        <Link to={paths.getStarted("buy")}>Sign up as a buyer</Link> with another address of the
        post, and find the home by its postcode.
      </>
    ),
  },
  {
    who: "Staff",
    title: "Take the matter on",
    text: (
      <>
        <Link to={paths.signIn()}>Sign in</Link> as <code>ada@fanlight.example</code>; its link is
        in the post-box too. Open the matter, the newest in the list. Assign its estate agent,
        activate its buyer, and assign its solicitors: each on the tab of that name.
      </>
    ),
  },
  {
    who: "Staff, then Thirdfort",
    title: "Check who everybody is",
    text: (
      <>
        Order a check for each person on the tab Thirdfort. Nobody gets a text message here:
        complete or fail the checks <Link to={paths.mocks.thirdfort()}>at Thirdfort</Link>.
      </>
    ),
  },
  {
    who: "Staff, then OneSearch",
    title: "Search the property",
    text: (
      <>
        Order searches on the tab Searches. Their results come when you complete the order{" "}
        <Link to={paths.mocks.oneSearch()}>at OneSearch</Link>; the report on them is made within
        seconds. OneSearch can ask for more, too.
      </>
    ),
  },
  {
    who: "Seller or buyer",
    title: "Write to us",
    text: (
      <>
        Answer an email in the post-box, or <Link to={paths.mocks.write()}>write a new one</Link>.
        It appears on the matter’s tab Events.
      </>
    ),
  },
  {
    who: "Staff",
    title: "Complete",
    text: (
      <>
        On the tab Buyers send the buyer found email, and enter when the sale was agreed, exchanged
        and completed.
      </>
    ),
  },
  {
    who: "Seller and buyer",
    title: "Look at it",
    text: (
      <>
        Each sees on <Link to={paths.welcomeBack()}>their own pages</Link> how far it is, at any
        time.
      </>
    ),
  },
];
