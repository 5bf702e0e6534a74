import { Milestones } from "#app/ui/milestones.tsx";

/** What a seller does after paying (F-034 to F-036). */
export function SellerNextSteps() {
  return (
    <Milestones
      items={[
        {
          title: "Complete your ID check",
          state: "now",
          detail: "Thirdfort, our ID provider, sends you a text message with a link.",
        },
        {
          title: "Sign the engagement letter",
          state: "later",
          detail: "Your solicitor emails it to you when they are introduced.",
        },
        {
          title: "Fill in the TA forms",
          state: "later",
          detail: "They tell a buyer about your home: what is included, and what you know of it.",
        },
      ]}
    />
  );
}
