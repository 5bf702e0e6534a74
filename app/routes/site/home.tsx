import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FrontDoor } from "#app/ui/front-door.tsx";
import type { PageHandle } from "#app/ui/page.ts";

export const handle: PageHandle = {
  title: "Sell or buy a home in England and Wales",
  description:
    "Conveyancing for sellers and buyers in England and Wales, with the searches done before you need them.",
  scripts: false,
};

export default function Home() {
  return (
    <div className="hero">
      <div className="wrap">
        <div className="stack">
          <h1>The only quick &amp; easy way to sell your home</h1>
          <p className="lead">
            We prepare the legal work before you have a buyer, so that nothing is left to wait for
            when you find one.
          </p>
          <p className="cluster">
            <ButtonLink kind="amber" to={paths.getStarted("sell")} reloadDocument>
              Sell your home
            </ButtonLink>
            <Link to={paths.getStarted("buy")} reloadDocument>
              Buying? Start here
            </Link>
          </p>
          <p>Takes less than 5 minutes. The service fee is £200 plus VAT: £240 in all.</p>
        </div>
        <FrontDoor />
      </div>
    </div>
  );
}
