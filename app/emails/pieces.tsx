import { Button, Heading, Link, Section, Text } from "@react-email/components";
import { Fragment, type ReactNode } from "react";
import { type WhoHasIt, whoSentence } from "#app/domain/stages/who.ts";
import type { ShownStage } from "#app/domain/stages/words.ts";
import { colour, serif } from "./style.ts";

/** What letters are made of. */

export function Title({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h1"
      style={{ margin: "0 0 16px", font: `600 26px/32px ${serif}`, color: colour.ink }}
    >
      {children}
    </Heading>
  );
}

export function Subtitle({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      style={{ margin: "24px 0 8px", font: `600 20px/26px ${serif}`, color: colour.ink }}
    >
      {children}
    </Heading>
  );
}

const body = { fontSize: "17px", lineHeight: "26px", color: colour.ink } as const;

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={{ ...body, margin: "0 0 16px" }}>{children}</Text>;
}

/** "Hello Ada", or "Hello" where the name is not known. */
export function Greeting({ name }: { name: string | null }) {
  return <Title>{name ? `Hello ${name}` : "Hello"}</Title>;
}

/** The last line of an email to a reader who may never have written to us: a reply reaches our team. */
export function JustAnswer() {
  return <Paragraph>To reach our team, reply to this email.</Paragraph>;
}

const list = { ...body, margin: "0 0 16px", paddingLeft: "24px" } as const;

export function Steps({ children }: { children: ReactNode[] }) {
  return (
    <ol style={list}>
      {children.map((step, position) => (
        <li key={position} style={{ marginBottom: "8px" }}>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** The homes that a letter is about, where there are several. */
export function Homes({ homes = [] }: { homes?: readonly string[] | undefined }) {
  if (homes.length === 0) return null;
  return (
    <ul style={list}>
      {homes.map((home) => (
        <li key={home} style={{ marginBottom: "8px" }}>
          {home}
        </li>
      ))}
    </ul>
  );
}

/** A button, with its address in full for those who want to read it first; the text has both in one line. */
export function LinkButton({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Section style={{ margin: "24px 0" }}>
        <Button
          href={href}
          style={{
            padding: "14px 24px",
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
        data-skip-in-text="true"
        style={{ margin: "0 0 16px", fontSize: "14px", lineHeight: "21px", color: colour.muted }}
      >
        Or copy this address into your browser:
        <br />
        <Link href={href} style={{ color: colour.pine, wordBreak: "break-all" }}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** The way to a matter's dashboard; to several, who each sign in with their own address, a sentence. */
export function DashboardLink({
  noun,
  cc,
  dashboard,
}: {
  noun: "sale" | "purchase";
  /** Who gets a copy. */
  cc: readonly string[];
  dashboard: string;
}) {
  if (cc.length > 0) {
    return (
      <Paragraph>
        You can each see the progress of the {noun} at any time. Sign in with the email address this
        was sent to: <Link href={dashboard}>{dashboard}</Link>
      </Paragraph>
    );
  }
  return (
    <>
      <Paragraph>You can see the progress of your {noun} at any time on your dashboard.</Paragraph>
      <LinkButton href={dashboard}>Go to your dashboard</LinkButton>
    </>
  );
}

const ARCHES: Record<ShownStage["state"], string> = {
  done: colour.pine,
  now: colour.amber,
  next: colour.hair,
  later: colour.hair,
  stopped: colour.hair,
};

/**
 * Where a matter is: seven arches that a screen reader skips, and the stage in words.
 *
 * @param who who has it and by when; null where it is the reader's own turn
 */
export function Where({ stages, who }: { stages: readonly ShownStage[]; who: WhoHasIt | null }) {
  const now = stages.find(({ state }) => state === "now");
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
                style={{
                  width: "22px",
                  height: "28px",
                  background: ARCHES[state],
                  borderRadius: "11px 11px 2px 2px",
                }}
              />
            ))}
          </tr>
        </tbody>
      </table>
      <Text style={{ ...body, margin: "8px 0 0" }}>
        {now ? (
          <>
            <strong>Now: {now.title}</strong>, stage {stages.indexOf(now) + 1} of {stages.length}.{" "}
            {who ? whoSentence(who) : null}
          </>
        ) : stages.every(({ state }) => state === "done") ? (
          <strong>Completion is the last of the 7 stages.</strong>
        ) : null}
      </Text>
    </Section>
  );
}

/** Under an email of which its reader may do without a part: where to unsubscribe from that, and where to choose. */
export function WhatYouGet({
  unsubscribe,
  choices,
}: {
  unsubscribe: string | null;
  choices: string;
}) {
  const style = { color: colour.pine, textDecoration: "underline" };
  return (
    <Text style={{ margin: "24px 0 0", fontSize: "15px", lineHeight: "22px", color: colour.muted }}>
      <Link href={choices} style={style}>
        Choose which emails you get
      </Link>
      {unsubscribe ? (
        <>
          {" or "}
          <Link href={unsubscribe} style={style}>
            unsubscribe from this kind of email
          </Link>
        </>
      ) : null}
      <span data-skip-in-text="true">.</span>
    </Text>
  );
}

/** What is known of something, a line or more each. */
export function Facts({ facts }: { facts: [what: string, value: string][] }) {
  return facts.map(([what, value]) => (
    <Paragraph key={what}>
      <strong>{what}</strong>
      {value.split("\n").map((line, position) => (
        <Fragment key={position}>
          <br />
          {line}
        </Fragment>
      ))}
    </Paragraph>
  ));
}

/** A table of amounts: what each thing cost, and under the line what it comes to. */
export function Figures({
  heading,
  rows,
  totals,
}: {
  heading: [what: string, amount: string];
  rows: [what: string, amount: string][];
  totals: [what: string, amount: string][];
}) {
  const cell = { ...body, padding: "8px 0", borderBottom: `1px solid ${colour.hair}` } as const;
  const last = totals.length - 1;
  return (
    <table
      className="figures"
      width="100%"
      style={{ borderCollapse: "collapse", margin: "0 0 16px" }}
    >
      <thead>
        <tr>
          <th scope="col" style={{ ...cell, textAlign: "left" }}>
            {heading[0]}
          </th>
          <th scope="col" style={{ ...cell, textAlign: "right" }}>
            {heading[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...rows, ...totals].map(([what, amount], position) => {
          const fontWeight = position === rows.length + last ? 700 : 400;
          return (
            <tr key={position}>
              <td style={{ ...cell, fontWeight }}>{what}</td>
              <td style={{ ...cell, fontWeight, textAlign: "right", whiteSpace: "nowrap" }}>
                {amount}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
