import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "./product.ts";
import { useSupportEmail } from "./root-data.ts";

export function Footer() {
  const email = useSupportEmail();
  return (
    <footer className="foot">
      <div className="wrap">
        <div>
          <p>{PRODUCT_NAME}: selling and buying homes in England and Wales.</p>
          {email ? (
            <p>
              Help: <a href={`mailto:${email}`}>{email}</a>
            </p>
          ) : null}
        </div>
        <nav aria-label="Legal">
          <ul>
            <li>
              <Link to={paths.legal.privacy()}>Privacy policy</Link>
            </li>
            <li>
              <Link to={paths.legal.cookies()}>Cookie policy</Link>
            </li>
            <li>
              <Link to={paths.legal.sellerTerms()}>Seller terms</Link>
            </li>
            <li>
              <Link to={paths.legal.buyerTerms()}>Buyer terms</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
