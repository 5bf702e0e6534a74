import { z } from "zod";

export const ToastForm = z.object({
  kind: z.enum(["success", "error", "info", "warning"], "Choose a kind"),
  title: z.string("Enter a title"),
  description: z.string().optional(),
});
