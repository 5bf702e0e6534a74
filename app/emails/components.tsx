import { Button, Link, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import { type HolderWithDate, whoSentence } from "#app/domain/stages/stage-holder.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { colour, serif } from "./style.ts";

export function Subtitle({ children }: { children: ReactNode }) {
  return (
    <h2
      className="ink"
      style={{ margin: "26px 0 10px", font: `600 22px/28px ${serif}`, color: colour.ink }}
    >
      {children}
    </h2>
  );
}

export const body = { fontSize: "17px", lineHeight: "26px", color: colour.ink } as const;

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...body, margin: "0 0 16px" }}>
      {children}
    </Text>
  );
}

export function Greeting({ name }: { name: string | null }) {
  return <Paragraph>{name ? `Hello ${name},` : "Hello,"}</Paragraph>;
}

/** Renders the last line of an email, for readers who may not know that our team reads replies. */
export function ReplyHint() {
  return <Paragraph>To reach our team, reply to this email.</Paragraph>;
}

const list = { ...body, margin: "0 0 16px", paddingLeft: "24px" } as const;

export function Homes({ homes = [] }: { homes?: readonly string[] | undefined }) {
  if (homes.length === 0) return null;
  return (
    <ul className="ink" style={list}>
      {homes.map((home) => (
        <li key={home} style={{ marginBottom: "8px" }}>
          {home}
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders a button, with its full URL below for readers who check a URL before they click. The
 * plain text contains the URL only once.
 */
export function LinkButton({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Section style={{ margin: "24px 0" }}>
        <Button
          href={href}
          className="btn"
          style={{
            padding: "13px 24px",
            border: `2px solid ${colour.pine}`,
            borderRadius: "6px",
            background: colour.pine,
            color: colour.paper,
            fontSize: "17px",
            fontWeight: 700,
            textDecoration: "none",
          }}
        >
          {children}
        </Button>
      </Section>
      <Text
        className="mut"
        data-skip-in-text="true"
        style={{ margin: "0 0 16px", fontSize: "14px", lineHeight: "21px", color: colour.muted }}
      >
        Or copy this address into your browser:
        <br />
        <Link href={href} className="link" style={{ color: colour.pine, wordBreak: "break-all" }}>
          {href}
        </Link>
      </Text>
    </>
  );
}

export function DashboardLink({
  noun,
  dashboard,
}: {
  noun: "sale" | "purchase";
  dashboard: string;
}) {
  return (
    <>
      <Paragraph>
        You can see the progress of your {noun} at any time. Sign in with this email address.
      </Paragraph>
      <LinkButton href={dashboard}>{`See your ${noun}`}</LinkButton>
    </>
  );
}

const AHEAD = { className: "hd", background: colour.hair };

const ARCHES: Record<ShownStage["state"], { className: string; background: string }> = {
  done: { className: "pd", background: colour.pine },
  now: { className: "pn", background: colour.amber },
  next: AHEAD,
  later: AHEAD,
  stopped: AHEAD,
};

/**
 * Renders the stage of a matter as seven arches, which are hidden from screen readers, and as text.
 */
export function StageProgress({
  stages,
  current_holder,
}: {
  stages: readonly ShownStage[];
  current_holder: HolderWithDate | null;
}) {
  const now = stages.find(({ state }) => state === "now");
  const needsOnlyBuyer = !now && stages.some(({ state }) => state === "next");
  return (
    <Section style={{ margin: "8px 0 16px" }}>
      <table
        aria-hidden
        data-skip-in-text="true"
        style={{ borderCollapse: "separate", borderSpacing: "4px 0" }}
      >
        <tbody>
          <tr>
            {stages.map(({ name, state }) => (
              <td
                key={name}
                className={ARCHES[state].className}
                style={{
                  width: "22px",
                  height: "28px",
                  background: ARCHES[state].background,
                  borderRadius: "11px 11px 2px 2px",
                }}
              />
            ))}
          </tr>
        </tbody>
      </table>
      <Text className="ink" style={{ ...body, margin: "8px 0 0" }}>
        {now ? (
          <>
            <strong>Now: {now.title}</strong>, stage {stages.indexOf(now) + 1} of {stages.length}.{" "}
            {current_holder ? whoSentence(current_holder) : null}
          </>
        ) : needsOnlyBuyer ? (
          <strong>Ready for a buyer. The last 3 stages start when you have one.</strong>
        ) : stages.every(({ state }) => state === "done") ? (
          <strong>Completion is the last of the 7 stages.</strong>
        ) : null}
      </Text>
    </Section>
  );
}

/** Renders the footer of an optional email: links to unsubscribe and to the email preferences. */
export function UnsubscribeFooter({
  unsubscribe,
  choices,
}: {
  unsubscribe: string | null;
  choices: string;
}) {
  const style = { color: colour.pine, textDecoration: "underline" };
  return (
    <Text
      className="mut"
      style={{ margin: "24px 0 0", fontSize: "15px", lineHeight: "22px", color: colour.muted }}
    >
      <Link href={choices} className="link" style={style}>
        Choose which emails you get
      </Link>
      {unsubscribe ? (
        <>
          {" or "}
          <Link href={unsubscribe} className="link" style={style}>
            unsubscribe from this kind of email
          </Link>
        </>
      ) : null}
      <span data-skip-in-text="true">.</span>
    </Text>
  );
}
