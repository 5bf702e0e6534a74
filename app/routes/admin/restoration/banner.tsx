import { Link } from "@remix-run/react";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";

/** On every page of the back office while the database is restored and nobody has ended that. */
export function RestoredBanner({ backup_made_at }: { backup_made_at: Date | string }) {
  return (
    <div className="wrap page" data-width="wide" data-below="close">
      <Notification kind="warning" title="The database was restored from a backup">
        <p>
          What happened after {adminMoment(backup_made_at)} is not here. Nothing is sent or ordered,
          and nobody can pay.{" "}
          <Link to={paths.admin.restoration()}>See what may have happened since</Link>
        </p>
      </Notification>
    </div>
  );
}
