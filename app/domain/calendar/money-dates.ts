import {
  balanceDay,
  depositDay,
  SALE_BALANCE_DAYS,
  saleBalanceDay,
} from "#app/domain/stages/closing-cards.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import type { DateFacts, MatterDate } from "./matter-date.ts";

const CHECK_FIRST =
  "They’ll tell you how much to send, and they may need it sooner. Before you send any money, phone your solicitor on a number you already have and check the bank details.";

/**
 * Returns the date when a buyer must send the deposit; null for a seller, if there is no exchange
 * date, or once contracts have been exchanged.
 */
export function deposit(
  { side, exchanged }: DateFacts,
  { isExchanged }: { isExchanged: boolean },
): MatterDate | null {
  if (side === "seller" || exchanged === null || isExchanged) return null;
  return {
    kind: "deposit",
    day: depositDay(exchanged),
    title: "Send your solicitor the deposit",
    basis: `Your solicitor needs it before exchange. ${CHECK_FIRST} This date is based on your planned exchange date and will change with it.`,
    is_open: true,
    certainty: "plan",
  };
}

/**
 * Returns the date of the balance, which a buyer pays before completion and a seller receives
 * afterwards.
 */
export function balance(
  { side, completed }: DateFacts,
  { isExchanged, today }: { isExchanged: boolean; today: string },
): MatterDate | null {
  if (completed === null) return null;
  const isPlan = !isExchanged && completed > today;
  const plan = isPlan
    ? " This date is based on your planned completion date and will change with it."
    : "";
  const date = { kind: "balance", certainty: isPlan ? "plan" : "set" } as const;
  if (side === "buyer") {
    return {
      ...date,
      day: balanceDay(completed),
      title: "Send your solicitor the balance",
      basis: `Your solicitor needs it 2 working days before completion. ${CHECK_FIRST}${plan}`,
      is_open: completed > today,
    };
  }
  const day = saleBalanceDay(completed);
  return {
    ...date,
    day,
    title: "Balance of your sale expected",
    basis: `Your solicitor will pay off your mortgage (if you have one) and take off the costs. They’ll send you the balance, usually within ${pluralise(SALE_BALANCE_DAYS, "working day")}.${plan}`,
    is_open: day >= today,
  };
}
