import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { TransactionView } from "./view.ts";

/** Where a matter is, what to do next, who has it and by when: in one strip, and nowhere else on its page. */
export function StageStrip({ transaction: { id, stage } }: { transaction: TransactionView }) {
  const { label, place, next, step, holder, days, urgency, line, target, open_for } = stage;
  return (
    <div className="stage-strip" role="group" aria-label="Where this transaction is">
      <dl>
        <dt>{place ? `Stage ${place.number} of ${place.of}` : "Stage"}</dt>
        <dd>
          {place ? <Arches {...place} /> : null}
          <b>{label}</b>
        </dd>
        <dd>{line}</dd>
      </dl>
      <dl className="stage-next">
        <dt>Next step</dt>
        <dd>
          <b>{step}</b>
        </dd>
        {next ? (
          <dd className="stage-press">
            <ButtonLink to={NEXT[next].to(id)} size="small" preventScrollReset>
              {NEXT[next].label}
            </ButtonLink>
          </dd>
        ) : null}
      </dl>
      <dl>
        <dt>Who has it</dt>
        <dd>
          <b>{holder}</b>
        </dd>
        {days ? (
          <dd>
            for <span data-urgency={urgency}>{days}</span>
          </dd>
        ) : null}
      </dl>
      <dl>
        <dt>Completion</dt>
        <dd>
          <b>{target}</b>
        </dd>
        <dd>{open_for}</dd>
      </dl>
    </div>
  );
}

/** The customer's fan laid flat; the word stands beside it. */
function Arches({ number, of }: { number: number; of: number }) {
  return (
    <span className="stage-arches" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <i
          key={index}
          data-state={index + 1 < number ? "done" : index + 1 === number ? "now" : undefined}
        />
      ))}
    </span>
  );
}

const { admin } = paths;

/** Where each next step is done. */
const NEXT: Record<
  NonNullable<TransactionView["stage"]["next"]>,
  { label: string; to: (id: string) => string }
> = {
  pay: { label: "See the order", to: admin.transactionOrders },
  assign_solicitors: { label: "Assign solicitors", to: admin.assignSolicitors },
  find_buyer: { label: "See the buyers", to: admin.transactionBuyers },
  order_checks: { label: "Order checks", to: admin.transactionThirdfort },
  look_at_checks: { label: "Look at checks", to: admin.transactionThirdfort },
  settle_check: { label: "Settle the order", to: admin.transactionThirdfort },
  pass_check: { label: "See the checks", to: admin.transactionThirdfort },
  order_searches: { label: "Order searches", to: admin.transactionSearches },
  return_searches: { label: "See the searches", to: admin.transactionSearches },
  exchange: { label: "See the solicitors", to: admin.transactionSolicitors },
  complete: { label: "See the dates", to: admin.transactionBuyers },
};
