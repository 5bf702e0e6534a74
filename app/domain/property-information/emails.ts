import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";

export const PROPERTY_INFORMATION_EMAILS = {
  property_information_shared: queuedEmail(
    "property_information_shared",
    z.object({ share_id: z.string() }),
  ),
};
