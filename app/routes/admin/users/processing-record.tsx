import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { capitalise } from "#app/domain/shared/format.ts";
import { type HeldLine, listHeld } from "#app/domain/privacy/notice.server.ts";
import { listServices, type Service } from "#app/domain/privacy/services.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Record of processing";

export const handle: PageHandle = { title: TITLE };

/**
 * Returns the record of processing activities (UK GDPR, article 30). It is made from tables that
 * the code itself uses.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  return {
    today: adminDate(new Date()),
    controller: [
      { term: "Controller", description: `${env.COMPANY_NAME}, company ${env.COMPANY_NUMBER}` },
      { term: "Address", description: env.COMPANY_ADDRESS },
      { term: "Regulated by", description: env.COMPANY_REGULATOR },
      { term: "Phone", description: env.COMPANY_TELEPHONE },
      { term: "Data protection contact", description: env.SUPPORT_EMAIL, by: "email" as const },
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
      badges={<p className="hint">As of {today}. To print this page, use your browser.</p>}
    >
      <div className="stack" data-gap="l">
        <SummaryList layout="grid" rows={controller} />
        <section className="stack" aria-labelledby="activities">
          <h2 id="activities">What is processed</h2>
          <DataTable
            caption="What is processed, whose data it is, why, on what legal basis and for how long"
            hideCaption
            list="processing"
            columns={ACTIVITIES}
            rows={held}
            rowKey={({ what, why }) => `${what} ${why}`}
          />
        </section>
        <section className="stack" aria-labelledby="recipients">
          <h2 id="recipients">Who receives it</h2>
          <p>
            The solicitors and estate agents on a matter receive the data. The other side receives
            the data it needs. The services below, as set up on this server, also receive data. Our
            contract with each service says where it stores the data and on what terms.
          </p>
          <DataTable
            caption="Services and the data they receive"
            hideCaption
            list="services"
            columns={SERVICES}
            rows={services}
            rowKey={({ name }) => name}
          />
        </section>
        <section className="stack" aria-labelledby="security">
          <h2 id="security">How data is protected</h2>
          <div className="prose">
            <ul>
              <li>
                Data is encrypted when it is sent. People sign in with single-use links, without
                passwords.
              </li>
              <li>
                Only staff can open staff pages. A log records what staff read, search for, download
                and change, and what customers change. Any change to the log itself is detected.
              </li>
              <li>
                Links, sessions and limits are stored as hashes. The service’s own log contains no
                personal data.
              </li>
              <li>
                Backups include digests of every table and document. A restore signs everyone out.
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
  { key: "whose", title: "Whose data", cell: ({ whose }) => whose },
  { key: "why", title: "Purpose", cell: ({ why }) => why, width: "wide" },
  { key: "basis", title: "Legal basis (article 6)", cell: ({ basis }) => basis },
  { key: "kept", title: "How long", cell: ({ retention }) => retention, width: "wide" },
];

const SERVICES: readonly Column<Service>[] = [
  { key: "name", title: "Service", cell: ({ name }) => name },
  { key: "does", title: "What it does", cell: ({ does }) => capitalise(does), width: "wide" },
  { key: "gets", title: "What it receives", cell: ({ gets }) => capitalise(gets), width: "wide" },
];
