import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { StaffPage } from "../shared/staff-page.tsx";
import { LINE_MS, readStep, REPLY_MS, thinkingLines, type Turn, turns } from "./script.ts";

export const handle: PageHandle = { title: "Ask Charlie" };

/** Reads the step of the demonstration from the URL (U-002). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "look");
  return { step: readStep(new URL(request.url).searchParams.get("step")) };
}

/**
 * Renders the demonstration, which follows a script (U-001). Without JavaScript, its steps are
 * links.
 */
export default function AskCharlie() {
  const asked = useLoaderData<typeof loader>().step;
  return <Conversation key={asked} asked={asked} />;
}

function Conversation({ asked }: { asked: number }) {
  const { step, thinking, ask, startAgain } = useThinking(asked);
  const next: Turn | undefined = turns[step];
  return (
    <StaffPage
      title="Ask Charlie"
      width="page"
      lead="This is a demonstration. The questions and replies are scripted, and Charlie reads no real matters."
    >
      <div className="stack" data-gap="l">
        <div role="log" aria-label="Conversation" className="stack charlie">
          {turns.slice(0, thinking ? step + 1 : step).map(({ question, reply }, index) => (
            <div key={question} className="stack">
              <Said author="You">
                <p>{question}</p>
              </Said>
              {index < step ? (
                <Said author="Charlie">
                  {reply.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </Said>
              ) : null}
            </div>
          ))}
        </div>
        <p role="status" className="charlie-thinking">
          {thinking ? `${thinking}…` : ""}
        </p>
        <p className="cluster">
          {/* Every step renders this same link element, so that the link keeps the focus. */}
          <Step
            to={next ? step + 1 : 0}
            kind="primary"
            busy={thinking !== null}
            onPress={next ? ask : startAgain}
          >
            {next ? next.ask : "Start again"}
          </Step>
          {next && step > 0 ? (
            <Step to={0} kind="secondary" onPress={startAgain}>
              Start again
            </Step>
          ) : null}
        </p>
      </div>
    </StaffPage>
  );
}

function Said({ author, children }: { author: "You" | "Charlie"; children: ReactNode }) {
  return (
    <div className="charlie-said" data-who={author}>
      <Badge>{author}</Badge>
      {children}
    </div>
  );
}

function Step({
  to,
  kind,
  busy,
  onPress,
  children,
}: {
  to: number;
  kind: "primary" | "secondary";
  busy?: boolean;
  onPress: () => void;
  children: string;
}) {
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!busy) onPress();
  };
  return (
    <a
      className="button"
      data-kind={kind}
      aria-disabled={busy || undefined}
      href={paths.admin.askCharlie({ step: to })}
      onClick={press}
    >
      {children}
    </a>
  );
}

/** Plays the demonstration from the step in the URL. Waits before each reply (U-004, U-005). */
function useThinking(asked: number) {
  const [step, setStep] = useState(asked);
  const [line, setLine] = useState<number | null>(null);
  const isThinking = line !== null;

  useEffect(() => {
    if (!isThinking) return;
    const lines = setInterval(
      () => setLine((now) => (now === null ? null : (now + 1) % thinkingLines.length)),
      LINE_MS,
    );
    const reply = setTimeout(() => {
      setLine(null);
      setStep((now) => now + 1);
    }, REPLY_MS);
    return () => {
      clearInterval(lines);
      clearTimeout(reply);
    };
  }, [isThinking]);

  return {
    step,
    thinking: line === null ? null : thinkingLines[line],
    ask: () => setLine(0),
    startAgain: () => {
      setLine(null);
      setStep(0);
    },
  };
}
