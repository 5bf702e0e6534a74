/**
 * Tasks and questions to firms, by the property's address. Days are numbers of working days ago;
 * negative days are in the future.
 */

type DemoTask = { title: string; made: number; due: number; done?: number; template?: string };

type DemoChase = {
  step: "answer_enquiries" | "exchange";
  asked: number;
  answer?: { day: number; by: string; expects: number };
};

export const tasks: Record<string, readonly DemoTask[]> = {
  "11 Crookes Road, Sheffield S10 5BA": [
    {
      title: "Ask the buyers about their mortgage offer and survey",
      template: "ask_about_mortgage",
      made: 6,
      due: 1,
      done: 1,
    },
    {
      title: "Ask the sellers if they need help with the enquiries",
      template: "help_with_enquiries",
      made: 6,
      due: -1,
    },
  ],
  "9 Claremont Terrace, York YO31 7EJ": [
    { title: "Ask both sides if a completion date in a month suits them", made: 2, due: 0 },
  ],
};

export const chases: Record<string, DemoChase> = {
  "11 Crookes Road, Sheffield S10 5BA": { step: "answer_enquiries", asked: 1 },
  "9 Claremont Terrace, York YO31 7EJ": {
    step: "exchange",
    asked: 2,
    answer: { day: 1, by: "Esther Pike", expects: -4 },
  },
};
