import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";

/** A matter in the order in which it goes, and where the newcomer plays whose part; docs/a-matter.md has the details. */
export const matterSteps: readonly { who: string; title: string; text: ReactNode }[] = [
  {
    who: "Seller",
    title: "Sell a home",
    text: (
      <>
        <Link to={paths.getStarted("sell")}>Sign up as a seller</Link>. The link that signs you in
        is in the <Link to={paths.mocks.postbox()}>post-box</Link>, as is every other email. Pay
        with card <code>4242 4242 4242 4242</code>.
      </>
    ),
  },
  {
    who: "Buyer",
    title: "Buy it",
    text: (
      <>
        <Link to={paths.getStarted("buy")}>Sign up as a buyer</Link> with another address of the
        post, and find the home by its postcode.
      </>
    ),
  },
  {
    who: "Staff",
    title: "Take the matter on",
    text: (
      <>
        <Link to={paths.signIn()}>Sign in</Link> as <code>ada@fanlight.example</code>; its link is
        in the post-box too. Open the matter, the newest in the list. Assign its estate agent,
        activate its buyer, and assign its solicitors: each on the tab of that name.
      </>
    ),
  },
  {
    who: "Staff, then Thirdfort",
    title: "Check who everybody is",
    text: (
      <>
        Order a check for each person on the tab Thirdfort. Nobody gets a text message here:
        complete or fail the checks <Link to={paths.mocks.thirdfort()}>at Thirdfort</Link>.
      </>
    ),
  },
  {
    who: "Staff, then OneSearch",
    title: "Search the property",
    text: (
      <>
        Order searches on the tab Searches. Their results come when you complete the order{" "}
        <Link to={paths.mocks.oneSearch()}>at OneSearch</Link>; the report on them is made within
        seconds. OneSearch can ask for more, too.
      </>
    ),
  },
  {
    who: "Seller or buyer",
    title: "Write to us",
    text: (
      <>
        Answer an email in the post-box, or <Link to={paths.mocks.write()}>write a new one</Link>.
        It appears on the matter’s tab Events.
      </>
    ),
  },
  {
    who: "Staff",
    title: "Complete",
    text: (
      <>
        On the tab Buyers send the buyer found email, and enter when the sale was agreed, exchanged
        and completed.
      </>
    ),
  },
  {
    who: "Seller and buyer",
    title: "Look at it",
    text: (
      <>
        Each sees on <Link to={paths.welcomeBack()}>their own pages</Link> how far it is, at any
        time.
      </>
    ),
  },
];
