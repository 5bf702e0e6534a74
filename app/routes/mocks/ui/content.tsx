import { useState } from "react";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import { FrontDoor } from "#app/ui/front-door.tsx";
import { Milestones } from "#app/ui/milestones.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { LoadMore, Pager, Pagination, pageRangeText } from "#app/ui/pagination.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { LONG, LONG_WORD } from "./fields.tsx";

const ROWS = [
  { id: "1", address: "14 Alder Road, Leeds LS1 4AP", seller: "Ada O'Neill", price: 350_000 },
  {
    id: "2",
    address: "The Old Rectory, Llanfairpwllgwyngyll LL61 5UJ",
    seller: LONG,
    price: 1_250_000,
  },
];

export function Buttons() {
  return (
    <section className="stack">
      <h2>Buttons</h2>
      <p className="cluster">
        <Button>Save and continue</Button>
        <Button kind="secondary">Add another seller</Button>
        <Button kind="amber">Get started</Button>
        <Button kind="warning">Remove this search</Button>
        <Button kind="quiet">Enter address manually</Button>
        <ButtonLink to="#buttons">A link as a button</ButtonLink>
      </p>
      <p className="cluster">
        <Button disabled>Disabled</Button>
        <Button aria-disabled="true">Not yet</Button>
        <Button aria-disabled="true" data-busy>
          Working
        </Button>
        <Button size="small" kind="secondary">
          Small
        </Button>
        <CopyButton label="reference" value="FL-20417" />
      </p>
    </section>
  );
}

export function Messages() {
  return (
    <section className="stack">
      <h2>Messages and badges</h2>
      <Notification kind="success" title="We have saved your answers." />
      <Notification kind="info" title="Your buyer's lawyer has the contract.">
        <p>They usually answer within 5 to 10 working days.</p>
      </Notification>
      <Notification
        kind="warning"
        title="Warning! Sending the Magic Link email has been disabled."
      />
      <Notification kind="error" title={LONG}>
        <p>{LONG_WORD}</p>
      </Notification>
      <p className="cluster">
        <Badge tone="act">Your turn</Badge>
        <Badge tone="done">Done</Badge>
        <Badge tone="wait">Waiting for the buyer's lawyer</Badge>
        <Badge tone="stop">Check failed</Badge>
        <Badge>Draft</Badge>
      </p>
    </section>
  );
}

export function Matter() {
  return (
    <section className="split">
      <div className="stack" data-gap="l">
        <Card title="Sign your contract" tone="next" badge={<Badge tone="act">Your turn</Badge>}>
          <p>
            It takes about 5 minutes and you can do it on your phone. Your buyer's side is ready.
          </p>
          <p>
            <ButtonLink to="#matter">Read and sign</ButtonLink>
          </p>
        </Card>
        <h2>Where things are</h2>
        <Milestones
          items={[
            {
              title: "Your details and ID",
              state: "done",
              badge: <Badge tone="done">Done</Badge>,
              detail: "3 June",
            },
            {
              title: "Answering the buyer's questions",
              state: "now",
              badge: <Badge tone="wait">Waiting for the buyer's lawyer</Badge>,
              detail: "We asked on 12 June. Usually 5 to 10 working days.",
            },
            { title: "Exchange contracts", state: "later", detail: "Earliest likely date 3 July" },
            { title: "Completion and keys", state: "later" },
          ]}
        />
      </div>
      <div className="page-aside">
        <Card title="What it costs">
          <PriceTable
            caption="What it costs"
            hideCaption
            rows={[
              { label: "Fixed price agreed", hint: "Including VAT", amount: formatPence(119_000) },
              { label: "Paid", amount: formatPence(1_400) },
            ]}
            total={{ label: "Left to pay", amount: formatPence(117_600) }}
          />
        </Card>
        <Card title="Who helps you" tone="warm">
          <p>Your solicitor and our team, by email or by phone.</p>
        </Card>
      </div>
    </section>
  );
}

export function Lists() {
  const [shown, setShown] = useState(20);
  return (
    <section className="stack">
      <h2>Lists and tables</h2>
      <Breadcrumbs
        items={[{ label: "Transactions", to: "/admin/transactions" }, { label: "14 Alder Road" }]}
      />
      <SummaryList
        rows={[
          {
            term: "Full name",
            description: "Ada O'Neill",
            change: { to: "#lists", hiddenText: "full name" },
          },
          {
            term: "Date of birth",
            description: "",
            change: { to: "#lists", hiddenText: "date of birth" },
          },
          { term: "Notes", description: LONG_WORD },
        ]}
      />
      <DataTable
        caption="Transactions"
        rowKey={(row) => row.id}
        rows={ROWS}
        columns={[
          {
            key: "address",
            title: "Address",
            cell: (row) => row.address,
            sort: { to: "#lists", now: "ascending" },
          },
          { key: "seller", title: "Seller", cell: (row) => row.seller },
          { key: "status", title: "Status", cell: () => <Badge tone="done">Paid</Badge> },
          {
            key: "price",
            title: "Asking price",
            align: "end",
            cell: (row) => formatPounds(row.price),
          },
        ]}
      />
      <Pager count={pageRangeText({ first: 41, last: 50, total: 117 })}>
        <Pagination page={5} last={12} href={(page) => `?page=${page}`} />
      </Pager>
      <LoadMore shown={shown} total={1024} to="#lists" />
      <p>
        <Button kind="quiet" onClick={() => setShown(shown + 20)}>
          Show 20 more
        </Button>
      </p>
      <div>
        <Details summary={<h3>How long does it take?</h3>} name="questions" open>
          <p>{LONG}</p>
        </Details>
        <Details summary={<h3>What does it cost?</h3>} name="questions">
          <p>{LONG}</p>
        </Details>
      </div>
    </section>
  );
}

export function Hero() {
  return (
    <div className="hero">
      <div className="wrap">
        <div className="stack" data-gap="l">
          <h2>Your move, one clear step at a time</h2>
          <p className="measure">You see every step, every cost and who is holding things up.</p>
          <p className="cluster">
            <ButtonLink kind="amber" to="#hero">
              Get started
            </ButtonLink>
            <a href="#hero">See what we charge first</a>
          </p>
        </div>
        <FrontDoor />
      </div>
    </div>
  );
}
