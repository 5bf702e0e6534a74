import { adminMoment } from "#app/domain/shared/dates.ts";
import type { readSharing } from "#app/domain/reports/shared-report.server.ts";
import { paths } from "#app/paths.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";

/** Shows who can read the report, with buttons to share or withdraw it (CU-5). */
export function Sharing({
  id,
  report,
  sharing,
}: {
  id: string;
  report: { id: string } | null;
  sharing: SharingView;
}) {
  const isNewest = sharing !== null && sharing.id === report?.id;
  return (
    <section className="stack" aria-labelledby="report-sharing">
      <h3 id="report-sharing">Buyer</h3>
      <p>{sharing ? sharing.text : "Not shared with the buyer yet."}</p>
      {sharing && report && !isNewest ? <p>The newer report isn’t shared.</p> : null}
      <p className="cluster">
        {report && !isNewest ? (
          <DialogLink needs="handle" id="share-report" to={paths.admin.shareReport(id, "share")}>
            Share with buyer
          </DialogLink>
        ) : null}
        {sharing ? (
          <DialogLink
            needs="handle"
            id="withdraw-report"
            to={paths.admin.shareReport(id, "withdraw")}
          >
            Withdraw from buyer
          </DialogLink>
        ) : null}
      </p>
    </section>
  );
}

export type SharingView = ReturnType<typeof sharingView>;

export function sharingView(sharing: Awaited<ReturnType<typeof readSharing>>) {
  if (!sharing) return null;
  const { id, reference, shared_at, shared_by } = sharing;
  return { id, text: `${reference}, shared by ${shared_by}, ${adminMoment(shared_at)}.` };
}
