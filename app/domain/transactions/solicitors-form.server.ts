import { z } from "zod";
import { comment } from "#app/domain/fields/free-text.server.ts";
import { chosenId } from "#app/domain/fields/ids.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import type { SolicitorEmail } from "./solicitor-emails.ts";

const lawyerGroup = () => chosenId("Solicitor is required");

/** Who is to do the legal work of both sides, what they are told, and which emails are to be sent (L-047 to L-057). */
export const SolicitorsForm = z.object({
  seller_lawyer_group_id: lawyerGroup(),
  seller_introduction: ticked(),
  seller_solicitor_instruction: ticked(),
  plot_plan_request: ticked(),
  seller_comments: comment(),
  buyer_lawyer_group_id: lawyerGroup(),
  buyer_introduction: ticked(),
  buyer_additional_info: ticked(),
  buyer_solicitor_instruction: ticked(),
  buyer_comments: comment(),
}) satisfies z.ZodType<Record<SolicitorEmail, boolean>>;

export type SolicitorsChoice = z.output<typeof SolicitorsForm>;
