import { taxReturnOf } from "#app/domain/calendar/matter-dates.ts";
import { sentenceDate } from "#app/domain/shared/dates.ts";
import type { MovingDay } from "#app/domain/stages/pre-completion-tasks.ts";

/** Tasks of a seller after completion. */
export const AFTER_SALE: readonly MovingDay[] = [
  {
    when: "As soon as you can",
    what: "Tell the council and your energy and water suppliers",
    text: "Tell each of them that you’ve moved out. Give your energy and water suppliers your meter readings. Check your post is being redirected.",
  },
  {
    when: "Once you have it",
    what: "Check your completion statement",
    text: "Your solicitor sends it to you around completion. It shows how they worked out the balance that they sent you. If you don’t have it, ask them. You don’t need to do anything else here.",
  },
];

/**
 * Returns a buyer’s tasks after completion.
 * @param completed such as "2026-12-04"
 */
export function afterPurchase(completed: string, postcode: string, today: string): MovingDay[] {
  return [
    {
      when: "As soon as you can",
      what: "Tell the council and your energy and water suppliers",
      text: "Tell each of them that you’ve moved in. Give your energy and water suppliers your meter readings.",
    },
    taxReturn(completed, postcode, today),
    {
      when: "After that",
      what: "Your solicitor will register you as the owner with HM Land Registry",
      text: "Until then, the register may still show the seller as the owner. You don’t need to do anything else here.",
    },
  ];
}

function taxReturn(completed: string, postcode: string, today: string): MovingDay {
  const { tax, day, isOnBorder } = taxReturnOf(completed, postcode);
  const due = sentenceDate(day, today);
  const border = isOnBorder
    ? " If the property is in Wales, it’s the Land Transaction Tax return, which is due later."
    : "";
  return day < today
    ? {
        when: "Today",
        what: "Check that your solicitor has sent the tax return for your purchase",
        text: `This is the ${tax} return, which was due by ${due}. If your solicitor hasn’t confirmed that they’ve sent it, ask them.${border}`,
      }
    : {
        when: `By ${due}`,
        what: "Your solicitor will send the tax return for your purchase",
        text: `This is the ${tax} return. Ask them to confirm when they’ve sent it.${border}`,
      };
}
