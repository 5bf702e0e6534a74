import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { type Company, companyLines, telephoneLink } from "#app/platform/company.ts";
import { EmailLink } from "./email-link.tsx";
import { useRootData } from "./root-data.ts";

export function Footer() {
  const root = useRootData();
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <p>{PRODUCT_NAME}: conveyancing for homes in England and Wales.</p>
          {root ? <Help email={root.supportEmail} telephone={root.company.telephone} /> : null}
        </div>
        <nav aria-label="Legal">
          <ul>
            <li>
              <Link to={paths.legal.privacy()}>Privacy policy</Link>
            </li>
            <li>
              <Link to={paths.yourData.page()}>Your data</Link>
            </li>
            <li>
              <Link to={paths.yourEmails.page()}>Your emails</Link>
            </li>
            <li>
              <Link to={paths.legal.cookies()}>Cookie policy</Link>
            </li>
            <li>
              <Link to={paths.accessibility()}>Accessibility</Link>
            </li>
            <li>
              <Link to={paths.legal.sellerTerms()}>Seller terms</Link>
            </li>
            <li>
              <Link to={paths.legal.buyerTerms()}>Buyer terms</Link>
            </li>
          </ul>
        </nav>
        {root?.hasDoubles ? <Demonstration /> : null}
        {root ? <WhoWeAre company={root.company} /> : null}
      </div>
    </footer>
  );
}

function Help({ email, telephone }: { email: string; telephone: string }) {
  return (
    <p>
      Help: <EmailLink email={email} /> or <a href={telephoneLink(telephone)}>{telephone}</a>
    </p>
  );
}

/** Tells visitors of the demonstration that its emails never arrive in a mailbox. */
function Demonstration() {
  return (
    <p className="footer-line">
      This is a demonstration. Emails go to the <Link to={paths.mocks.postbox()}>post-box</Link>,
      and <Link to={paths.mocks.home()}>stand-ins</Link> replace other companies’ services.
    </p>
  );
}

function WhoWeAre({ company }: { company: Company }) {
  return <p className="footer-line">{companyLines(company).join(" ")}</p>;
}
