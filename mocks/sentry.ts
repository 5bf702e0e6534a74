/**
 * Sentry's double. It stores the events that it receives in envelopes. It rejects an envelope that
 * has no key or is malformed.
 */

import { http, HttpResponse } from "msw";
import { z } from "zod";
import type { Kind, State } from "./state.ts";

const Frame = z.object({
  function: z.string().optional(),
  filename: z.string().optional(),
  lineno: z.number().optional(),
});

const Event = z.object({
  event_id: z.string().regex(/^[0-9a-f]{32}$/),
  timestamp: z.number(),
  platform: z.literal("node"),
  level: z.string(),
  release: z.string(),
  environment: z.string(),
  transaction: z.string().optional(),
  exception: z.object({
    values: z.array(
      z.object({
        type: z.string(),
        value: z.string(),
        stacktrace: z.object({ frames: z.array(Frame) }).optional(),
      }),
    ),
  }),
  tags: z.record(z.string(), z.string()),
});
type SentryEvent = z.output<typeof Event>;

export const sentryEvents: Kind<SentryEvent> = { vendor: "sentry", name: "event", shape: Event };

const ItemHeader = z.object({ type: z.string() });

export function sentryHandlers({ baseUrl, state }: { baseUrl: string; state: State }) {
  return [
    http.post(`${baseUrl}/api/:project/envelope/`, async ({ request }) => {
      if (!/\bsentry_key=\S+/.test(request.headers.get("x-sentry-auth") ?? "")) {
        return HttpResponse.json({ detail: "missing authorization information" }, { status: 401 });
      }
      const [header = "", item, payload] = (await request.text()).split("\n");
      try {
        JSON.parse(header);
        if (!item) return HttpResponse.json({});
        if (ItemHeader.parse(JSON.parse(item)).type !== "event") return HttpResponse.json({});
        const event = Event.parse(JSON.parse(payload ?? ""));
        await state.put(sentryEvents, event.event_id, event);
        return HttpResponse.json({ id: event.event_id });
      } catch {
        return HttpResponse.json({ detail: "bad envelope" }, { status: 400 });
      }
    }),
  ];
}
