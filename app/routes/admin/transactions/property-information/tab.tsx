import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { listShares } from "#app/domain/property-information/share.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { staffView } from "./view.server.ts";

export const handle: LayoutHandle = { part: "Property information" };

/** Reads the sellers’ answers, their gaps and the firms that have been sent them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }, reader) =>
    staffView(await readPropertyInformation(db, reader, id), await listShares(db, reader, id)),
  );
}

export default function PropertyInformationTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {(info) =>
        info.is_asked ? (
          <div className="stack">
            <State info={info} />
            <Gaps gaps={info.gaps} />
            {info.sections.map((section) => (
              <Details
                key={section.title}
                summary={`${section.number}. ${section.title}: ${section.state}`}
              >
                <SummaryList rows={section.rows} />
              </Details>
            ))}
          </div>
        ) : (
          <p>Sellers of homes in a development aren’t asked for property information.</p>
        )
      }
    </Tab>
  );
}

type Info = ReturnType<typeof staffView>;

function State({ info }: { info: Info }) {
  const { id, facts, badge, shares } = info;
  return (
    <Card
      title={
        <span className="cluster">
          Property information
          <Badge tone={badge.tone}>{badge.text}</Badge>
        </span>
      }
      actions={
        <>
          <ButtonLink
            to={paths.admin.propertyInformationDownload(id, "pdf")}
            reloadDocument
            kind="quiet"
          >
            Download PDF
          </ButtonLink>
          <ButtonLink
            to={paths.admin.propertyInformationDownload(id, "json")}
            reloadDocument
            kind="quiet"
          >
            Download JSON
          </ButtonLink>
        </>
      }
    >
      <SummaryList layout="grid" rows={facts} />
      <h3>Shared with</h3>
      {shares.length > 0 ? (
        <ul>
          {shares.map(({ id: share, text }) => (
            <li key={share}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>No one yet.</p>
      )}
      <p className="cluster">
        <DialogLink
          needs="handle"
          id="share-buyer_solicitor"
          to={paths.admin.sharePropertyInformation(id, "buyer_solicitor")}
        >
          Share with the buyer’s solicitor
        </DialogLink>
        <DialogLink
          needs="handle"
          id="share-estate_agent"
          to={paths.admin.sharePropertyInformation(id, "estate_agent")}
        >
          Share with the estate agent
        </DialogLink>
      </p>
    </Card>
  );
}

function Gaps({ gaps }: { gaps: readonly string[] }) {
  if (gaps.length === 0) return null;
  return (
    <Card title={`Facts missing for a buyer (${gaps.length})`}>
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </Card>
  );
}
