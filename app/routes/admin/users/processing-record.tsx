import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import { capital } from "#app/domain/fields/words.ts";
import { type HeldLine, listHeld } from "#app/domain/privacy/notice.server.ts";
import { listServices, type Service } from "#app/domain/privacy/services.server.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { StaffPage } from "../kit/staff-page.tsx";

const TITLE = "Record of processing";

export const handle: PageHandle = { title: TITLE };

/** What article 30 of the UK GDPR asks of a controller, from the tables that the service itself goes by (23). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  return {
    today: adminDate(new Date()),
    controller: [
      { term: "Controller", description: `${env.COMPANY_NAME}, company ${env.COMPANY_NUMBER}` },
      { term: "Address", description: env.COMPANY_ADDRESS },
      { term: "Regulated by", description: env.COMPANY_REGULATOR },
      { term: "Telephone", description: env.COMPANY_TELEPHONE },
      { term: "Contact for data protection", description: env.SUPPORT_EMAIL, by: "email" as const },
    ],
    held: listHeld(),
    services: listServices(),
  };
}

export default function ProcessingRecord() {
  const { today, controller, held, services } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      trail={[{ label: "Users", to: paths.admin.users() }]}
      beside={<p className="hint">As of {today}. Print it from your browser.</p>}
    >
      <div className="stack" data-gap="l">
        <SummaryList layout="grid" rows={controller} />
        <section className="stack" aria-labelledby="activities">
          <h2 id="activities">What is processed</h2>
          <DataTable
            caption="What is processed, whose it is, why, on what basis and how long"
            hideCaption
            list="processing"
            columns={ACTIVITIES}
            rows={held}
            rowKey={({ what, why }) => `${what} ${why}`}
          />
        </section>
        <section className="stack" aria-labelledby="recipients">
          <h2 id="recipients">Who is given it</h2>
          <p>
            The solicitors and estate agents of a matter, the other side of it as far as it needs,
            and these services, as the settings of this server have them. Where each keeps what it
            is given, and under which agreement, stands in the contract with it.
          </p>
          <DataTable
            caption="Services, and what they are given"
            hideCaption
            list="services"
            columns={SERVICES}
            rows={services}
            rowKey={({ name }) => name}
          />
        </section>
        <section className="stack" aria-labelledby="security">
          <h2 id="security">How it is protected</h2>
          <div className="prose">
            <ul>
              <li>Sent encrypted; sign-in by single-use links, without passwords.</li>
              <li>
                Staff pages are for staff alone; what they read, search for, download and change,
                and what customers change, is in a log whose changes are found out.
              </li>
              <li>
                Links, sessions and limits are kept as hashes. The log of the service holds no
                personal data.
              </li>
              <li>
                Backups carry digests of every table and document; a restore signs everybody out.
              </li>
            </ul>
          </div>
        </section>
      </div>
    </StaffPage>
  );
}

const ACTIVITIES: readonly Column<HeldLine>[] = [
  { key: "what", title: "What", cell: ({ what }) => what, width: "wide" },
  { key: "whose", title: "Whose", cell: ({ whose }) => whose },
  { key: "why", title: "Purpose", cell: ({ why }) => why, width: "wide" },
  { key: "basis", title: "Basis (article 6)", cell: ({ basis }) => basis },
  { key: "kept", title: "How long", cell: ({ kept }) => kept, width: "wide" },
];

const SERVICES: readonly Column<Service>[] = [
  { key: "name", title: "Service", cell: ({ name }) => name },
  { key: "does", title: "What it does", cell: ({ does }) => capital(does), width: "wide" },
  { key: "gets", title: "What it is given", cell: ({ gets }) => capital(gets), width: "wide" },
];
