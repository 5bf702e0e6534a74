import { z } from "zod";
import { env } from "#app/env.server.ts";
import { badBody, fetchText, outbound, readJson } from "./outbound.server.ts";

/**
 * Anthropic's Messages API (docs.anthropic.com/en/api/messages): one question, one answer in JSON of a given shape. The
 * model gets no tools, and nothing that it answers is followed, fetched or run. Switched off unless ANTHROPIC_ENABLED.
 */

const VENDOR = "anthropic";
const API_VERSION = "2026-10-21";
const MAX_TOKENS = 4_000;

const Answer = z.object({
  model: z.string().max(100),
  stop_reason: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z.object({
    input_tokens: z.number().int().min(0),
    output_tokens: z.number().int().min(0),
  }),
});

export type ModelAnswer<Value> = {
  value: Value;
  /** Which model has written it. */
  model: string;
  tokens: { input: number; output: number };
};

/** Whether there is a model to ask. */
export function hasModel(): boolean {
  return env.ANTHROPIC_ENABLED;
}

/**
 * Asks the model once.
 *
 * @param question.instructions what it is to do: ours alone
 * @param question.material what it is about: data, whatever is said in it, and sent as JSON so that no text in it can
 *   end it
 * @param question.shape what the answer has to be; it is told to the model, and checked here
 * @throws VendorError: also "bad_body" for a refusal, an answer that was cut off, and one of another shape
 */
export async function askModel<Schema extends z.ZodType>(question: {
  instructions: string;
  material: unknown;
  shape: Schema;
}): Promise<ModelAnswer<z.output<Schema>>> {
  const { instructions, material, shape } = question;
  const baseUrl = env.ANTHROPIC_API_URL;
  const body = {
    model: env.ANTHROPIC_MODEL,
    max_tokens: MAX_TOKENS,
    system: instructions,
    messages: [{ role: "user", content: [{ type: "text", text: JSON.stringify(material) }] }],
    output_config: { format: { type: "json_schema", schema: z.toJSONSchema(shape) } },
  };
  // Asking costs money and changes nothing: a second try after a failed connection does no harm.
  const text = await outbound(VENDOR, { baseUrl, harmless: true }, () =>
    fetchText(VENDOR, new URL(`${baseUrl}/v1/messages`), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": env.ANTHROPIC_API_KEY,
        "anthropic-version": API_VERSION,
      },
      body: JSON.stringify(body),
    }),
  );
  const { model, stop_reason, content, usage } = readJson(VENDOR, Answer, text);
  const [only, ...others] = content;
  if (stop_reason !== "end_turn" || only?.type !== "text" || others.length > 0) {
    throw badBody(VENDOR);
  }
  return {
    value: readJson(VENDOR, shape, only.text ?? ""),
    model,
    tokens: { input: usage.input_tokens, output: usage.output_tokens },
  };
}
