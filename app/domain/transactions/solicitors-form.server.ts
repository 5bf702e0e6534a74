import { z } from "zod";
import { comment } from "#app/domain/fields/free-text.server.ts";
import { chosenId } from "#app/domain/fields/ids.server.ts";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import type { Side, SolicitorEmail } from "./solicitor-emails.ts";

/**
 * Who is to do the legal work of a side that has nobody yet, what they are told, and which emails are to be sent (L-047 to
 * L-057).
 *
 * @param kept the side that has its solicitors already, and is not asked about: nobody is replaced here (AMB-K03)
 */
export function solicitorsForm(kept: Side | null) {
  return z.object({
    seller_lawyer_group_id: lawyerGroup(kept === "seller"),
    seller_introduction: ticked(),
    seller_solicitor_instruction: ticked(),
    plot_plan_request: ticked(),
    seller_comments: comment(),
    buyer_lawyer_group_id: lawyerGroup(kept === "buyer"),
    buyer_introduction: ticked(),
    buyer_additional_info: ticked(),
    buyer_solicitor_instruction: ticked(),
    buyer_comments: comment(),
  }) satisfies z.ZodType<Record<SolicitorEmail, boolean>>;
}

function lawyerGroup(is_kept: boolean): z.ZodType<string | null> {
  return is_kept
    ? z
        .unknown()
        .optional()
        .transform(() => null)
    : chosenId("Solicitor is required");
}

export type SolicitorsChoice = z.output<ReturnType<typeof solicitorsForm>>;
