import { Link } from "@remix-run/react";
import type { OtherMatter } from "#app/domain/people/other-matters.server.ts";
import { paths } from "#app/paths.ts";
import { FoldingCard } from "#app/ui/folding-card.tsx";
import { Notification } from "#app/ui/notification.tsx";

export function OtherMatters({ others }: { others: readonly OtherMatter[] | null }) {
  if (others?.length === 0) return null;
  return (
    <FoldingCard title="Other matters of these people">
      {others ? (
        <ul className="stack" data-gap="s">
          {others.map(({ id, address, people }) => (
            <li key={id}>
              <Link to={paths.admin.transaction(id)}>{address}</Link>
              <div className="hint">{people.join("; ")}</div>
            </li>
          ))}
        </ul>
      ) : (
        <Notification kind="error" title="There was an error while fetching other matters" />
      )}
    </FoldingCard>
  );
}
