import type { z } from "zod";
import { callOffPayment } from "./call-off-payment.server.ts";
import { purge } from "./purge.server.ts";
import { sendEmail } from "./send-email.server.ts";
import { weeklyLeads } from "./weekly-leads.server.ts";

/** Every job, by the name it has in the queue. */
export const jobs = {
  "send-email": sendEmail,
  "call-off-payment": callOffPayment,
  purge,
  "weekly-leads": weeklyLeads,
};

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.input<(typeof jobs)[Name]["payload"]>;
