import { ButtonLink } from "#app/ui/button.tsx";

/** Renders the button that leads from the dashboard to the documents to send. */
export function SendDocuments({ to }: { to: string }) {
  return (
    <p className="cluster submit-row">
      <ButtonLink to={to}>Send documents</ButtonLink>
    </p>
  );
}
