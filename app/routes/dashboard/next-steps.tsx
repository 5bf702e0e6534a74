import { Card } from "#app/ui/card.tsx";
import { type Milestone, Milestones } from "#app/ui/milestones.tsx";

/** Whether their own identity check is complete is all that customers are told of it. */
type Progress = { is_checked: boolean };

const customerMilestones = ({ is_checked }: Progress): Milestone[] => [
  {
    title: "Complete your ID check",
    state: is_checked ? "done" : "now",
    detail: is_checked
      ? undefined
      : "Thirdfort, our ID provider, sends you a text message with a link.",
  },
  {
    title: "Sign the engagement letter",
    state: is_checked ? "now" : "later",
    detail: "Your solicitor emails it to you when they are introduced.",
  },
];

const TA_FORMS: Milestone = {
  title: "Fill in the TA forms",
  state: "later",
  detail: "They tell a buyer about your home: what is included, and what you know of it.",
};

const OUR_MILESTONES: readonly Milestone[] = [
  {
    title: "Introduce you to your legal team",
    state: "now",
    detail: "By email, with their names and how to reach them.",
  },
  {
    title: "Review the searches and the title",
    state: "later",
    detail: "What the council, the water company and the register say of the property.",
  },
  {
    title: "Raise enquiries",
    state: "later",
    detail: "Your solicitor asks the seller's about whatever is not clear.",
  },
  {
    title: "Prepare the property report",
    state: "later",
    detail: "Everything that was found, in plain words, before you commit yourself.",
  },
];

/** What a seller does after paying (F-034 to F-036). */
export function SellerNextSteps(progress: Progress) {
  return <Milestones items={[...customerMilestones(progress), TA_FORMS]} />;
}

/** What follows for a buyer: from them, and from us (F-037 to F-044). */
export function BuyerNextSteps(progress: Progress) {
  return (
    <>
      <Card title="Next steps for you" tone="next">
        <Milestones items={customerMilestones(progress)} />
      </Card>
      <Card title="Next steps for us">
        <Milestones items={OUR_MILESTONES} />
      </Card>
    </>
  );
}
