const DAY_MS = 24 * 60 * 60 * 1000;

/** What staff read of the percentage when it cannot be known (J-029, AMB-J02). */
const TO_BE_CONFIRMED = "TBC";

type TimeSaved = {
  offer_to_exchange_days: number;
  saved_days: number;
  saved_percent: number;
};

/**
 * How much faster than the benchmark a matter went from sale agreed to exchange (J-027, J-028). Both dates are plain
 * dates ("2026-11-21"), so the days between them are whole ones; a slow matter has saved less than nothing.
 *
 * @returns null when either date or the benchmark is missing.
 */
export function timeSaved(matter: {
  sale_agreed: string | null;
  exchanged: string | null;
  benchmark_in_days: number | null;
}): TimeSaved | null {
  const { sale_agreed, exchanged, benchmark_in_days } = matter;
  if (!sale_agreed || !exchanged || !benchmark_in_days) return null;
  const offer_to_exchange_days = Math.round(
    (Date.parse(exchanged) - Date.parse(sale_agreed)) / DAY_MS,
  );
  const saved_days = benchmark_in_days - offer_to_exchange_days;
  return {
    offer_to_exchange_days,
    saved_days,
    saved_percent: Math.round((saved_days / benchmark_in_days) * 100),
  };
}

/** The three computed columns of the list (J-018 to J-020); what is not known is said once, by the last. */
export function timeSavedTexts(saved: TimeSaved | null) {
  if (!saved) {
    return { offer_to_exchange: null, saved: null, percent: TO_BE_CONFIRMED };
  }
  return {
    offer_to_exchange: String(saved.offer_to_exchange_days),
    saved: String(saved.saved_days),
    percent: `${saved.saved_percent}%`,
  };
}
