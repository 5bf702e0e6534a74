import { Link } from "@remix-run/react";
import { FAILURES } from "#app/domain/deliveries/failures.ts";
import type { Undelivered } from "#app/domain/deliveries/undelivered.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatCount } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";

export type NoticesView = ReturnType<typeof noticesView>;

export function noticesView(
  id: string,
  { undelivered, unread }: { undelivered: readonly Undelivered[]; unread: number },
) {
  return {
    undelivered: undelivered.map(({ recipient, name, part, failed_at, failure }) => ({
      recipient,
      addressee: name ? `${name} (${recipient})` : recipient,
      why: `${FAILURES[failure]} ${adminMoment(failed_at)}.`,
      ...FIX[part],
      step: `Correct ${name ? `${name}’s` : "the"} email address`,
      to: FIX[part].to(id),
    })),
    unread:
      unread === 0
        ? null
        : {
            text: unread === 1 ? "1 unread email" : `${formatCount(unread)} unread emails`,
            to: paths.admin.transactionTab.events(id, { emails: "all" }),
          },
  };
}

const tab = paths.admin.transactionTab;
const SOLICITOR = {
  press: "View solicitors",
  advice:
    "Check the address in the lawyer group, then send the letter again from the Solicitors tab.",
  to: tab.solicitors,
};
const PERSON = "Ask them for the right address, then correct it.";

const FIX = {
  seller: { press: "View sellers", advice: PERSON, to: tab.sellers },
  buyer: { press: "View buyers", advice: PERSON, to: tab.buyers },
  giftor: { press: "View giftors", advice: PERSON, to: tab.buyers },
  seller_solicitor: SOLICITOR,
  buyer_solicitor: SOLICITOR,
  estate_agent: {
    press: "View estate agent",
    advice: "Check the address on the estate agent’s page.",
    to: tab["estate-agent"],
  },
} satisfies Record<
  Undelivered["part"],
  { press: string; advice: string; to: (id: string) => string }
>;

export function Notices({ notices: { undelivered, unread } }: { notices: NoticesView }) {
  return (
    <>
      {undelivered.map(({ recipient, addressee, why, advice, press, to }) => (
        <Notification
          key={recipient}
          kind="warning"
          title={`An email to ${addressee} could not be delivered`}
        >
          <p>
            {why} {advice} <Link to={to}>{press}</Link>
          </p>
        </Notification>
      ))}
      {unread ? (
        <Notification kind="info" title={unread.text}>
          <p>
            <Link to={unread.to}>View emails received</Link>
          </p>
        </Notification>
      ) : null}
    </>
  );
}
