import type { FirmStep } from "#app/domain/firm-pages/firm-steps.ts";

type StepWords = {
  /** Name of the step in the list. */
  done: string;
  title: string;
  text: string;
  /** Label of the date. */
  day: string;
  button: string;
};

/** Words of the steps that a law firm records. */
export const STEP_WORDS: Record<FirmStep, StepWords> = {
  contract_pack_ready: {
    done: "Contract pack ready",
    title: "Get the contract pack ready",
    text: "There is no buyer’s solicitor yet. Record the day on which the pack is ready. We’ll email the sellers.",
    day: "Day on which it was ready",
    button: "Mark contract pack ready",
  },
  contract_pack_sent: {
    done: "Contract pack sent",
    title: "Send the contract pack",
    text: "Send the contract pack to the buyer’s solicitor, who is named below. Then record the day here. We’ll email the sellers and the buyers.",
    day: "Day on which you sent it",
    button: "Mark contract pack sent",
  },
  enquiries_raised: {
    done: "Enquiries raised",
    title: "Raise your enquiries",
    text: "Send your enquiries to the seller’s solicitor, who is named below. Then record the day here. We’ll email the sellers and the buyers.",
    day: "Day on which you raised them",
    button: "Mark enquiries raised",
  },
  enquiries_answered: {
    done: "Enquiries answered",
    title: "Answer the enquiries",
    text: "Once you’ve answered all the enquiries, record the day here. We’ll email the sellers and the buyers.",
    day: "Day on which you answered the last one",
    button: "Mark enquiries answered",
  },
};
