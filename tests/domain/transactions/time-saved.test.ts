import { describe, expect, test } from "vitest";
import { timeSaved, timeSavedTexts } from "#app/domain/transactions/significant-dates.ts";

const matter = (sale_agreed: string | null, exchanged: string | null, benchmark_in_days = 150) => ({
  sale_agreed,
  exchanged,
  benchmark_in_days,
});

describe("the time saved by a matter (J-018 to J-020, J-027 to J-029, AMB-J02)", () => {
  test.each([
    ["WF-08.3", matter("2025-01-01", "2025-04-11"), "100", "50", "33%"],
    ["as long as the benchmark", matter("2025-01-01", "2025-05-31"), "150", "0", "0%"],
    ["a slow matter", matter("2025-01-01", "2025-12-27"), "360", "-210", "-140%"],
    ["agreed and exchanged on one day", matter("2025-01-01", "2025-01-01"), "0", "150", "100%"],
    ["over the clock change", matter("2025-03-29", "2025-03-31"), "2", "148", "99%"],
    ["over a leap day", matter("2024-02-28", "2024-03-01"), "2", "148", "99%"],
    ["rounded up", matter("2025-01-01", "2025-01-02", 8), "1", "7", "88%"],
    ["a different benchmark", matter("2025-01-01", "2025-04-11", 200), "100", "100", "50%"],
    ["not agreed", matter(null, "2025-04-11"), null, null, "TBC"],
    ["not exchanged", matter("2025-01-01", null), null, null, "TBC"],
    ["no dates", matter(null, null), null, null, "TBC"],
    [
      "no benchmark",
      { ...matter("2025-01-01", "2025-04-11"), benchmark_in_days: null },
      null,
      null,
      "TBC",
    ],
  ])(
    "the texts for the matter “%s” are: $2 days from offer to exchange, $3 days saved, $4",
    (_name, dates, offer_to_exchange, saved, percent) => {
      expect(timeSavedTexts(timeSaved(dates))).toEqual({ offer_to_exchange, saved, percent });
    },
  );
});
