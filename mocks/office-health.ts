/**
 * Double of the feed of listings. It contains every office of the demonstration data, with numbers
 * that change each week.
 */

import { http, HttpResponse } from "msw";
import { offices } from "#db/demo/content/agents.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

export function officeHealthHandlers({ baseUrl }: { baseUrl: string }) {
  return [
    http.get(`${baseUrl}/*`, () => {
      const week = Math.floor(Date.now() / WEEK_MS);
      const counted = Object.keys(offices).map((estateAgentName, place) => {
        const monthlyListings = 8 + ((week * 7 + place * 11) % 25);
        return {
          estateAgentName,
          weeklyListings: 1 + ((week + place) % 6),
          monthlyListings,
          totalActiveListings: monthlyListings + 20 + ((place * 17) % 90),
        };
      });
      return HttpResponse.json({ offices: counted });
    }),
  ];
}
