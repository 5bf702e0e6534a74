import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";

/** Above the questions about somebody who is not here to be asked. */
export function TellThem() {
  return (
    <p>
      Please tell this person that you are giving us their details, and that our{" "}
      <Link to={paths.legal.privacy()}>privacy policy</Link> says how we use them.
    </p>
  );
}
