import { describe, expect, test } from "vitest";
import { answerBy } from "#app/domain/conversations/answer-by.ts";
import {
  afterClose,
  afterDeparture,
  afterMessage,
  effectOf,
  isSnoozed,
  type MessageKind,
  type StoredState,
} from "#app/domain/conversations/conversation-state.ts";

const MONDAY = new Date("2026-11-23T09:40:00Z");
const LATER = new Date("2026-11-23T11:00:00Z");

const closed: StoredState = {
  state: "closed",
  snoozed_until: null,
  unanswered_since: null,
  answer_by: null,
  unanswered: 0,
  last_message_at: new Date("2026-11-01T09:00:00Z"),
};

describe("the effect of a message", () => {
  test.each<[MessageKind, boolean, boolean, string]>([
    ["email_received", false, false, "asks"],
    ["email_received", true, false, "none"],
    ["page_message", false, false, "asks"],
    ["update_request", false, false, "asks"],
    ["email_sent", false, true, "answers"],
    ["email_sent", false, false, "none"],
    ["phone_note", false, true, "answers"],
    ["phone_note", false, false, "none"],
    ["internal_note", false, false, "none"],
    ["internal_note", false, true, "none"],
  ])("of %s (automatic %s, answer %s) is %s", (kind, is_automatic, is_answer, effect) => {
    expect(effectOf({ kind, is_automatic, is_answer })).toBe(effect);
  });
});

describe("the state of a conversation", () => {
  test("opens at a message and starts the time to answer", () => {
    expect(afterMessage(closed, "asks", MONDAY)).toEqual({
      state: "open",
      snoozed_until: null,
      unanswered_since: MONDAY,
      answer_by: new Date("2026-11-24T09:40:00Z"),
      unanswered: 1,
      last_message_at: MONDAY,
    });
  });

  test("keeps the time to answer of the first unanswered message at a second one", () => {
    const open = afterMessage(closed, "asks", MONDAY);
    expect(afterMessage(open, "asks", LATER)).toEqual({
      ...open,
      unanswered: 2,
      last_message_at: LATER,
    });
  });

  test("takes the time to answer of an older email that moves in", () => {
    const open = afterMessage(afterMessage(closed, "asks", LATER), "asks", MONDAY);
    expect(open).toMatchObject({ unanswered_since: MONDAY, last_message_at: LATER });
  });

  test("stays snoozed at a message of thanks, which is counted", () => {
    const snoozed = { ...afterMessage(closed, "answers", MONDAY), snoozed_until: "2026-12-07" };
    const thanked = afterMessage(snoozed, "asks", LATER);
    expect(thanked).toMatchObject({ state: "open", snoozed_until: "2026-12-07", unanswered: 1 });
    expect(isSnoozed(thanked, "2026-12-06")).toBe(true);
    expect(isSnoozed(thanked, "2026-12-07")).toBe(false);
  });

  test("is answered by an answer", () => {
    const open = { ...afterMessage(closed, "asks", MONDAY), snoozed_until: "2026-12-07" };
    expect(afterMessage(open, "answers", LATER)).toEqual({
      ...closed,
      state: "answered",
      last_message_at: LATER,
    });
  });

  test.each(["open", "answered", "closed"] as const)(
    "is not changed by an automatic reply while it is %s",
    (state) => {
      const open = afterMessage(closed, "asks", MONDAY);
      const before = state === "open" ? open : { ...closed, state };
      expect(afterMessage(before, "none", LATER)).toEqual({ ...before, last_message_at: LATER });
    },
  );

  test("is closed after the only unanswered message left", () => {
    const open = afterMessage(closed, "asks", MONDAY);
    expect(afterDeparture(open, [])).toEqual(afterClose(open));
    const two = afterMessage(open, "asks", LATER);
    expect(afterDeparture(two, [LATER])).toMatchObject({
      state: "open",
      unanswered: 1,
      unanswered_since: LATER,
    });
  });
});

describe("the time by which a message is answered", () => {
  test.each([
    ["in office hours", "2026-11-23T09:40:00Z", "2026-11-24T09:40:00Z"],
    ["before 9am", "2026-11-23T06:00:00Z", "2026-11-24T09:00:00Z"],
    ["at 5.30pm", "2026-11-23T17:30:00Z", "2026-11-25T09:00:00Z"],
    ["late on a Friday", "2026-11-27T21:00:00Z", "2026-12-01T09:00:00Z"],
    ["on a Friday", "2026-11-27T16:00:00Z", "2026-11-30T16:00:00Z"],
    ["on a Sunday", "2026-11-29T12:00:00Z", "2026-12-01T09:00:00Z"],
    ["before a bank holiday", "2026-12-24T10:00:00Z", "2026-12-29T10:00:00Z"],
    ["in summer time", "2026-07-06T08:30:00Z", "2026-07-07T08:30:00Z"],
    ["before summer time begins", "2026-03-27T10:00:00Z", "2026-03-30T09:00:00Z"],
    ["before summer time ends", "2026-10-23T08:30:00Z", "2026-10-26T09:30:00Z"],
  ])("%s is one working day later", (_when, asked, answered) => {
    expect(answerBy(new Date(asked))).toEqual(new Date(answered));
  });
});
