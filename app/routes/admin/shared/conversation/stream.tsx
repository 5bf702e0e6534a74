import { Form, useLocation } from "@remix-run/react";
import Lock from "lucide-react/icons/lock";
import Mail from "lucide-react/icons/mail";
import MoveRight from "lucide-react/icons/move-right";
import Phone from "lucide-react/icons/phone";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { ChevronRight } from "#app/ui/icons.tsx";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { IfPermitted } from "../allowed.tsx";
import { DialogLink } from "../dialog-link.tsx";
import type { StreamDay, StreamItem } from "./view.ts";

const ICONS = {
  ours: MoveRight,
  letter: MoveRight,
  theirs: Mail,
  phone: Phone,
  note: Lock,
  doubt: TriangleAlert,
  automatic: RefreshCw,
  bounce: TriangleAlert,
};

/** Renders the messages of a conversation by day, oldest first. */
export function Stream({ days }: { days: readonly StreamDay[] }) {
  return (
    <>
      {days.map(({ day, items }) => (
        <section key={day} aria-label={day}>
          <h3 className="conversation-day">{day}</h3>
          <ul>
            {items.map((item) => (
              <li key={item.id} data-look={item.look} id={`message-${item.id}`}>
                <Item item={item} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Item({ item }: { item: StreamItem }) {
  const { look, text } = item;
  if (look === "automatic" || look === "letter") {
    return (
      <>
        <details className="message-fold">
          <summary className="message-head">
            <ChevronRight />
            <HeadParts item={item} />
          </summary>
          <Text text={text || "This email has no text."} />
        </details>
        <Failures item={item} />
      </>
    );
  }
  return (
    <>
      <Head item={item} />
      {item.warning ? <p className="message-warning">{item.warning}</p> : null}
      {look === "doubt" ? (
        <Details summary="Show the email">
          <Body item={item} />
        </Details>
      ) : (
        <Body item={item} />
      )}
      <Failures item={item} />
    </>
  );
}

function Head({ item }: { item: StreamItem }) {
  return (
    <div className="message-head">
      <HeadParts item={item} />
    </div>
  );
}

function HeadParts({ item: { look, heading, about, time } }: { item: StreamItem }) {
  const Icon = ICONS[look];
  return (
    <>
      <Icon aria-hidden="true" />
      <h4>
        <bdi>{heading}</bdi>
      </h4>
      <span className="hint">
        <bdi>{about}</bdi>
      </span>
      <time>{time}</time>
    </>
  );
}

function Body({ item }: { item: StreamItem }) {
  const { text, quoted, is_cut, html_href, matched, subject, is_received: isEmail } = item;
  return (
    <>
      {isEmail && subject ? (
        <p className="message-subject">
          <bdi>{subject}</bdi>
        </p>
      ) : null}
      <Text text={text || (isEmail ? "This email has no text." : "")} mentions={item.mentions} />
      {quoted ? (
        <Details summary="Show quoted text">
          <Text text={quoted} />
        </Details>
      ) : null}
      {is_cut ? (
        <p className="hint">The email is longer. Open the formatted email to read it all.</p>
      ) : null}
      {html_href ? (
        <p>
          <a href={html_href} target="_blank" rel="noreferrer">
            Open formatted email
          </a>
        </p>
      ) : null}
      <Files item={item} />
      {item.is_unread_mention ? <ReadButton id={item.id} /> : null}
      {matched ? <p className="hint">{matched}</p> : null}
    </>
  );
}

/**
 * Renders the button that removes a note from the reader’s desk. Opening the page doesn’t, because
 * a link in an email changes nothing.
 */
function ReadButton({ id }: { id: string }) {
  const { pathname, search } = useLocation();
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={pathname + search} preventScrollReset>
        <input type="hidden" name="note" value={id} />
        <Button type="submit" name="intent" value="read" kind="secondary" size="small">
          Mark as read
        </Button>
      </Form>
    </IfPermitted>
  );
}

function Text({ text, mentions = [] }: { text: string; mentions?: readonly string[] }): ReactNode {
  if (!text && mentions.length === 0) return null;
  return (
    <p className="email-text">
      {mentions.map((name) => (
        <strong key={name}>@{name} </strong>
      ))}
      {text}
    </p>
  );
}

function Files({ item: { files, documents } }: { item: StreamItem }) {
  if (files.length + documents.length === 0) return null;
  return (
    <ul className="message-files">
      {documents.map(({ id, name, size, href }) => (
        <li key={id}>
          <a href={href}>
            <bdi>{name}</bdi>
          </a>
          <span className="hint">{size}</span>
        </li>
      ))}
      {files.map(({ id, name, size, href, add, is_added }) => (
        <li key={id}>
          {href ? (
            <a href={href} download>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}
          <span className="hint">{is_added ? `${size}, in Documents` : size}</span>
          {add ? (
            <DialogLink needs="handle" id={`file-${id}`} to={add} what={name}>
              Add to documents
            </DialogLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Failures({ item: { failures } }: { item: StreamItem }) {
  if (failures.length === 0) return null;
  return (
    <ul className="message-failures">
      {failures.map(({ recipient, text, correct }) => (
        <li key={recipient}>
          <strong>
            <TriangleAlert aria-hidden="true" /> Not delivered to <bdi>{recipient}</bdi>.
          </strong>{" "}
          {text} {correct ? <a href={correct}>Correct the address and send it again</a> : null}
        </li>
      ))}
    </ul>
  );
}
