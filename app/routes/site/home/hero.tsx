import { Link } from "@remix-run/react";
import { formatPence } from "#app/domain/fields/money.ts";
import { SERVICE_FEE_PENCE, withVat } from "#app/domain/payments/costs.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FrontDoor } from "#app/ui/front-door.tsx";
import { CLAIMS } from "../claims.ts";

export function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-words">
          <p className="hero-claim">{CLAIMS.hero}</p>
          <h1>The only quick &amp; easy way to sell your home</h1>
          <p className="page-lead">
            We prepare the legal work before you have a buyer, so that nothing is left to wait for
            when you find one.
          </p>
          <p className="cluster">
            <ButtonLink kind="amber" to={paths.getStarted("sell")}>
              Sell your home
            </ButtonLink>
            <Link to={paths.getStarted("buy")}>Buying? Start here</Link>
          </p>
          <p className="hero-note">
            Buying with us works when your seller sells with {PRODUCT_NAME}. If they do not yet, ask
            them or their agent to start here, or <a href="#contact">write to us</a>.
          </p>
          <p className="hero-note">
            Takes less than 5 minutes. The service fee is {formatPence(SERVICE_FEE_PENCE)} plus VAT:{" "}
            {formatPence(withVat(SERVICE_FEE_PENCE))} in all. <a href="#costs">See every cost</a>
          </p>
        </div>
        <FrontDoor />
      </div>
    </section>
  );
}
