import { Link } from "@remix-run/react";
import { Card } from "#app/ui/card.tsx";
import type { MemorandumCardView } from "./memorandum-view.ts";

/** Shows the agent’s memorandum of sale, which fills in the form, with a way to decline it. */
export function MemorandumCard({ memorandum }: { memorandum: MemorandumCardView }) {
  const { sent, file, decline } = memorandum;
  return (
    <Card title="Sale agreed by the agent: check the memorandum" tone="next">
      <p>Sent by {sent}. The form below has the details that the agent typed.</p>
      <p>
        Memorandum:{" "}
        {file.href ? (
          <a href={file.href}>
            <bdi>{file.name}</bdi>
          </a>
        ) : (
          <bdi>{file.name}</bdi>
        )}
        {file.note ? <span className="hint"> {file.note}</span> : null}
      </p>
      <p>
        Compare the details with the memorandum, and ask the seller if they’ve accepted the offer.
        If something is wrong, <Link to={decline}>decline the memorandum</Link>.
      </p>
    </Card>
  );
}
