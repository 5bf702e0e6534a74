import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";

/** Renders the dashboard’s link to the property information, with how far it is. */
export function InformationLink({ id, text }: { id: string; text: string }) {
  return (
    <p>
      <Link to={paths.dashboard.propertyInformation.sections(id)}>Property information</Link>:{" "}
      {text}
    </p>
  );
}
