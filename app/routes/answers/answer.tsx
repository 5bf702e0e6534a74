import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readChaseLink } from "#app/auth/guards.server.ts";
import {
  answerChase,
  ChaseAnswerForm,
  type ChaseState,
  readChaseQuestion,
} from "#app/domain/chases/answer.server.ts";
import {
  answerLabels,
  CHASE_ANSWERS,
  type ChaseAnswer,
  CHASED_STEPS,
} from "#app/domain/chases/chase-words.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { parseForm, showFormErrors } from "#app/forms/form.server.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { readCookieText } from "#app/platform/cookies.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { answerCookie } from "./answer-cookie.server.ts";

const WRONG = "This link doesn’t work";

export const handle: PageHandle = {
  title: titleFromData(WRONG),
  part: fromData("street"),
  robots: "noindex, nofollow",
};

const AN_HOUR = { seconds: 60 * 60 };
/** Rate limit of links that do not work, per IP address. */
const WRONG_LINKS = { limit: 20, ...AN_HOUR };
/** Rate limit of submitted forms, per question. */
const ANSWERS = { limit: 20, ...AN_HOUR };

/** The page is private, and its link works once. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const retry = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", ...(retry && { "Retry-After": retry }) };
};

/** Titles and texts of a question that no longer needs an answer. */
const CLOSED: Record<Exclude<ChaseState, "open">, { title: string; text: string }> = {
  answered: {
    title: "This question has been answered",
    text: "The link works once. To add to your answer, reply to our email.",
  },
  expired: {
    title: "This link has expired",
    text: "To answer us, reply to our email.",
  },
  step_done: {
    title: "We no longer need an answer",
    text: "This step has been recorded as done. Thank you.",
  },
  firm_replaced: {
    title: "We no longer need an answer",
    text: "Another firm now acts on this property.",
  },
  matter_ended: {
    title: "We no longer need an answer",
    text: "This sale or purchase has ended.",
  },
  asked_again: {
    title: "We’ve asked you again since then",
    text: "Please use the link in our latest email.",
  },
};

/**
 * Shows our question to a firm, without names of customers. Opening the page changes nothing. The
 * first visit exchanges the link’s token for a cookie, so that the token does not stay in the
 * address bar.
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  const reader = await openLink(request, id, token);
  if (!reader) return notShown(request);
  if (token) {
    const headers = { "Set-Cookie": await answerCookie(id).serialize(token) };
    throw redirect(paths.chase(id), { headers });
  }
  const now = new Date();
  const question = await readChaseQuestion(db, reader, now);
  const { state, step, street } = question;
  if (state !== "open" || !step) {
    const isOwn = state === "answered" && searchParams.has("sent");
    const closed = isOwn ? SENT : CLOSED[state === "open" ? "expired" : state];
    return data({ ...closed, street, question: null }, { status: isOwn ? 200 : 410 });
  }
  const today = londonDay(now);
  return data({
    title: CHASED_STEPS[step].question,
    text: askedText(question, today),
    street,
    question: { labels: answerLabels(step) },
  });
}

type Asked = Pick<
  Awaited<ReturnType<typeof readChaseQuestion>>,
  "asked_by" | "asked_at" | "answer_by" | "expires_at" | "reference"
>;

/** Says who asked the firm, by when they need an answer, and how long the link works. */
function askedText(
  { asked_by, asked_at, answer_by, expires_at, reference }: Asked,
  today: string,
): string {
  const who = asked_by === null ? "We" : `${asked_by} at ${PRODUCT_NAME}`;
  const needs = asked_by === null ? "need" : "needs";
  const by =
    answer_by < today
      ? `${needs} your answer as soon as you can give it`
      : `${needs} your answer by ${sentenceDate(answer_by, today)}`;
  return `${who} asked you on ${sentenceDate(asked_at, today)}, and ${by}. This link works once. It expires on ${sentenceDate(expires_at, today)}. Our reference is ${reference}.`;
}

const SENT = {
  title: "Thank you for your answer",
  text: `We’ve sent your answer to the case handler at ${PRODUCT_NAME}. You can close this page.`,
};

async function openLink(request: Request, id: string, token: string | null) {
  return readChaseLink({
    id,
    token: token ?? (await readCookieText(request, answerCookie(id))) ?? "",
  });
}

async function notShown(request: Request) {
  const consumed = await consumeLimit(db, { key: `answer:${clientIp(request)}`, ...WRONG_LINKS });
  const shown = {
    title: WRONG,
    text: "Check that you’ve opened the whole link from our email, or reply to the email.",
    street: "",
    question: null,
  };
  if (consumed.ok) return data(shown, { status: 404 });
  return data(shown, {
    status: 429,
    headers: { "Retry-After": String(consumed.retryAfterSeconds) },
  });
}

/** Stores the firm’s answer, which works once. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const reader = await openLink(request, id, null);
  if (!reader) {
    const { init } = await notShown(request);
    throw data(null, init ?? {});
  }
  const consumed = await consumeLimit(db, { key: `answer-form:${id}`, ...ANSWERS });
  const submission = await parseForm(request, ChaseAnswerForm);
  if (!consumed.ok) {
    const lastResult = submission.reply({ formErrors: ["Too many attempts. Try again later."] });
    const headers = { "Retry-After": String(consumed.retryAfterSeconds) };
    return data({ lastResult }, { status: 429, headers });
  }
  if (submission.status !== "success") return showFormErrors(submission);
  try {
    await inTransaction(db, (trx) => answerChase(trx, reader, submission.value));
  } catch (error) {
    // The page says why the question no longer needs an answer.
    if (error instanceof ConflictError) return redirect(paths.chase(id), 303);
    throw error;
  }
  return redirect(paths.chase(id, { sent: true }), 303);
}

export default function Answer() {
  const { title, text, street, question } = useLoaderData<typeof loader>();
  if (question) return <Question {...{ title, text, street, ...question }} />;
  return (
    <Page title={title} lead={street || undefined} width="narrow">
      <p>{text}</p>
      <SupportContact />
    </Page>
  );
}

type AnswerFields = {
  answer: string;
  day: DateParts;
  waiting_for: string;
  note: string;
  name: string;
};

function Question({
  title,
  text,
  street,
  labels,
}: {
  title: string;
  text: string;
  street: string;
  labels: Record<ChaseAnswer, string>;
}) {
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<AnswerFields>({
    id: "answer-form",
    lastResult: result?.lastResult ?? null,
  });
  const reveals = {
    by_day: <DateField {...dateProps(fields.day)} legend="By which day?" />,
    waiting: <TextField {...fieldProps(fields.waiting_for)} label="Who are you waiting for?" />,
  };
  return (
    <Page
      title={title}
      lead={street}
      form={form}
      questionNames={labelByPart({ day: "By which day?" })}
      width="narrow"
    >
      <div className="stack">
        <p>{text}</p>
        <AppForm form={form}>
          <Radios
            {...fieldProps(fields.answer)}
            legend="Your answer"
            options={CHASE_ANSWERS.map((value) => ({
              value,
              label: labels[value],
              reveals: value === "by_day" || value === "waiting" ? reveals[value] : undefined,
            }))}
          />
          <TextArea
            {...fieldProps(fields.note)}
            label="Note for the case handler"
            hint="The customers don’t see this page. They may ask to read your note."
            optional
          />
          <TextField {...fieldProps(fields.name)} label="Your name" />
          <SubmitButton>Send answer</SubmitButton>
        </AppForm>
        <SupportContact />
      </div>
    </Page>
  );
}
