/**
 * Anthropic's Messages API (docs.anthropic.com/en/api/messages), through Anthropic's SDK. A call
 * asks one question and gets one JSON answer with a given schema. The model has no tools. We never
 * follow links or run code in its answer. Used only if ANTHROPIC_ENABLED is set.
 */

import Anthropic, { APIConnectionError, APIError } from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import {
  badBody,
  readBody,
  readJson,
  statusError,
  sdkCaller,
  vendorFetch,
} from "../outbound.server.ts";
import { VendorError } from "../vendor-error.ts";

const VENDOR = "anthropic";
const MAX_TOKENS = 4_000;

const anthropic = new Anthropic({
  apiKey: env.ANTHROPIC_API_KEY,
  baseURL: env.ANTHROPIC_API_URL,
  fetch: vendorFetch(VENDOR),
  timeout: env.ANTHROPIC_DEADLINE_MS,
  maxRetries: 0,
  // Turn off the SDK's log, because it would contain the prompt.
  logLevel: "off",
});

const askAnthropic = sdkCaller(VENDOR, env.ANTHROPIC_API_URL, toVendorError);

function toVendorError(error: unknown) {
  if (error instanceof VendorError) return error;
  // The SDK wraps the errors that vendorFetch throws.
  if (error instanceof APIConnectionError) return error.cause;
  const status: unknown = error instanceof APIError ? error.status : null;
  if (!(error instanceof APIError) || typeof status !== "number") return badBody(VENDOR);
  const headers: unknown = error.headers;
  const retryAfter = headers instanceof Headers ? headers.get("retry-after") : null;
  return statusError(VENDOR, status, {
    ...(error.type ? { code: error.type } : {}),
    retry_after_ms: Number(retryAfter ?? 0) * 1_000,
  });
}

const Answer = z.object({
  model: z.string().max(100),
  stop_reason: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z.object({
    input_tokens: z.number().int().min(0),
    output_tokens: z.number().int().min(0),
  }),
});

type ModelAnswer<Value> = {
  value: Value;
  model: string;
  tokens: { input: number; output: number };
};

type Question<Schema extends z.ZodType> = {
  instructions: string;
  /**
   * Data that the model answers from. The model must not treat it as instructions, so the data is
   * sent as JSON, which no text in the data can end early.
   */
  material: unknown;
  /** Schema of the answer. Anthropic enforces the types; we check the schema's other limits. */
  shape: Schema;
};

/**
 * Asks the model a question, and asks again only if the call fails.
 * @throws {VendorError} "bad_body" also if the model refuses (code "refusal"), if the answer is cut
 *   short (code "max_tokens"), or if the answer does not match the schema
 */
export async function queryModel<Schema extends z.ZodType>({
  instructions,
  material,
  shape,
}: Question<Schema>): Promise<ModelAnswer<z.output<Schema>>> {
  // It is safe to retry after a failed connection: a second request costs money but changes
  // nothing.
  const message: unknown = await askAnthropic(true, () =>
    anthropic.messages.create({
      model: env.ANTHROPIC_MODEL,
      max_tokens: MAX_TOKENS,
      system: instructions,
      messages: [{ role: "user", content: [{ type: "text", text: JSON.stringify(material) }] }],
      output_config: { format: zodOutputFormat(shape) },
    }),
  );
  const { model, stop_reason, content, usage } = readBody(VENDOR, Answer, message);
  if (stop_reason !== "end_turn") {
    const message = `anthropic stopped with ${stop_reason.slice(0, 40)}`;
    throw new VendorError(VENDOR, "bad_body", message, { code: stop_reason.slice(0, 40) });
  }
  const first = content.findIndex(({ type }) => !["thinking", "redacted_thinking"].includes(type));
  const [only, ...others] = first === -1 ? [] : content.slice(first);
  if (only?.type !== "text" || others.length > 0) throw badBody(VENDOR);
  return {
    value: readJson(VENDOR, shape, only.text ?? ""),
    model,
    tokens: { input: usage.input_tokens, output: usage.output_tokens },
  };
}

/**
 * Returns the display name of the configured model. The request is free.
 * @throws {VendorError} "4xx" with status 401 for an unknown key, 404 for an unknown model
 */
async function describeModel(): Promise<string> {
  const model: unknown = await askAnthropic(true, () =>
    anthropic.models.retrieve(env.ANTHROPIC_MODEL),
  );
  return readBody(VENDOR, z.object({ display_name: z.string() }), model).display_name;
}

/** Missing answer. `because` is the reason; null if no model is configured. */
type NoAnswer = { because: VendorError | null };

/**
 * Asks the model a question, if a model is configured. Asks once more if the answer does not match
 * the schema. If that fails too, logs the failure, but neither the question nor the answer.
 */
export async function queryModelIfEnabled<Schema extends z.ZodType>(
  question: Question<Schema>,
): Promise<ModelAnswer<z.output<Schema>> | NoAnswer> {
  if (!env.ANTHROPIC_ENABLED) return { because: null };
  try {
    return await queryModel(question).catch((error: unknown) => {
      const isOdd = error instanceof VendorError && error.kind === "bad_body" && !error.code;
      if (isOdd) return queryModel(question);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    const { kind, status, code } = error;
    log.warn(
      { vendor: VENDOR, kind, status, code },
      "AI model unavailable, using rule-based writer",
    );
    return { because: error };
  }
}

/**
 * Sends Anthropic a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  return env.ANTHROPIC_ENABLED
    ? `${env.ANTHROPIC_MODEL} is ${await describeModel()}.`
    : "ANTHROPIC_ENABLED is not set, so no request was sent.";
}
