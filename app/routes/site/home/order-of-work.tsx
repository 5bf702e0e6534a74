import { CLAIMS } from "../claims.ts";

/** What makes the difference: the order in which the same work is done. */
export function OrderOfWork() {
  return (
    <section className="part" data-tone="paper" aria-labelledby="order">
      <div className="wrap">
        <div className="part-head">
          <h2 id="order">The same work, done first</h2>
          <p className="page-lead">
            {CLAIMS.failing}. Every week between an offer and exchange is a week in which yours
            could, so we do the waiting before there is an offer.
          </p>
        </div>
        <div className="orders">
          <section className="order" aria-labelledby="usual-order">
            <h3 id="usual-order">The usual way</h3>
            <ol className="order-usual">
              <li data-kind="buyer">Find a buyer</li>
              <li>Solicitor</li>
              <li>Searches and forms</li>
              <li>Questions</li>
              <li data-kind="exchange">Exchange</li>
            </ol>
          </section>
          <section className="order" aria-labelledby="our-order">
            <h3 id="our-order">With us</h3>
            <ol className="order-ours">
              <li data-kind="buyer">Find a buyer</li>
              <li>
                <span className="vh">At the same time: </span>Solicitor, searches and forms
              </li>
              <li>Questions</li>
              <li data-kind="exchange">Exchange</li>
            </ol>
            <p className="order-saved">{CLAIMS.saved}</p>
          </section>
        </div>
        <p className="hint">The order of the work, not to scale.</p>
      </div>
    </section>
  );
}
