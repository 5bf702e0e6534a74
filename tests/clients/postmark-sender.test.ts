import { describe, expect, test } from "vitest";
import { readSenderChecks } from "#app/clients/postmark/sender.ts";
import { verifySender, type SenderFailure } from "#app/domain/inbound-emails/warnings.ts";
import { inboundMessage, type Sender } from "#mocks/postmark-inbound.ts";
import { proved } from "#tests/support/inbound-emails.ts";

const header = (Name: string, Value: string) => ({ Name, Value });
const TAKEN_IN = header(
  "Received",
  "from mx.example.net (mx.example.net [192.0.2.1])\t(using TLSv1.2)\tby p-pm-inboundg03a-aws-euwest1a.inbound.postmarkapp.com (Postfix) with ESMTPS id 47E2B40584A",
);
const PASSED_ON = header(
  "Received",
  "by p-pm-inboundg03a-aws-euwest1a.inbound.postmarkapp.com (Postfix, from userid 996)\tid C4B3E453B34",
);

describe("D3 what Postmark found out of a sender", () => {
  test("is read of headers as they have been recorded", () => {
    const checks = readSenderChecks([
      header("Return-Path", "<sam@Example.com>"),
      PASSED_ON,
      header("X-Spam-Checker-Version", "SpamAssassin 3.4.0 (2014-02-07) on\tp-pm-inboundg03a"),
      header("X-Spam-Status", "No"),
      header("X-Spam-Score", "-0.1"),
      header("X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,\tSPF_HELO_FAIL,\tSPF_PASS"),
      header("Received-SPF", "pass (example.com: Sender is authorized) identity=mailfrom"),
      TAKEN_IN,
      header("X-Spam-Score", "99"),
    ]);
    expect(checks).toEqual({
      found: true,
      spf: "pass",
      spf_domain: "example.com",
      dkim: "pass",
      dmarc: null,
      spam_score: -0.1,
      is_spam: false,
    });
  });

  const above = (...headers: ReturnType<typeof header>[]) =>
    readSenderChecks([...headers, TAKEN_IN]);

  test.each([
    ["Fail (x) identity=mailfrom", "", "fail"],
    ["softfail", "", "softfail"],
    ["pass", "SPF_PASS,SPF_FAIL", "fail"],
    ["", "SPF_NONE", "none"],
    ["", "SPF_HELO_PASS", null],
    ["passed by nobody (pass)", "", null],
  ])("SPF of %j and %j: %s", (received, tests, expected) => {
    const { spf } = above(header("Received-SPF", received), header("X-Spam-Tests", tests));
    expect(spf).toBe(expected);
  });

  test.each([
    ["DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU", "pass"],
    ["DKIM_SIGNED,DKIM_VALID,DKIM_VALID_EF", "other_domain"],
    ["DKIM_SIGNED,DKIM_INVALID", "fail"],
    ["HTML_MESSAGE", "none"],
    ["", "none"],
  ])("DKIM of %j: %s", (tests, expected) => {
    expect(above(header("X-Spam-Tests", tests)).dkim).toBe(expected);
  });

  test.each([
    ["mx.example; dkim=pass; dmarc=fail (p=reject)", "", "fail"],
    ["mx.example; dmarc=pass", "", "pass"],
    ["mx.example; dmarc=pass", "KAM_DMARC_REJECT", "fail"],
    ["", "DMARC_QUAR", "fail"],
    ["", "DMARC_PASS", "pass"],
    ["", "SPF_PASS", null],
  ])("DMARC of %j and %j: %s", (results, tests, expected) => {
    const headers = [header("Authentication-Results", results), header("X-Spam-Tests", tests)];
    expect(above(...headers).dmarc).toBe(expected);
  });

  test.each([
    ['<"a@victim.example"@evil.example>', "evil.example"],
    ['<"; envelope-from=a@victim.example; "@evil.example>', "evil.example"],
    ["<>", null],
    ["", null],
  ])("the domain of %j: %s", (path, expected) => {
    expect(above(header("Return-Path", path)).spf_domain).toBe(expected);
  });

  test.each([
    ["no line of receipt", [header("X-Spam-Tests", "DKIM_VALID_AU")]],
    [
      "one of another host",
      [header("Received", "from a by inbound.postmarkapp.com.evil.example x")],
    ],
    [
      "one that names Postmark elsewhere",
      [header("Received", "from x.inbound.postmarkapp.com by a")],
    ],
    ["the line of its own hand-over alone", [PASSED_ON]],
    ["nothing", []],
  ])("is nothing with %s", (_what, headers) => {
    expect(readSenderChecks(headers).found).toBe(false);
  });

  test("is nothing of what the sender wrote below Postmark's line, its own line included", () => {
    const mine = [
      header("X-Spam-Tests", "DKIM_VALID_AU,SPF_PASS"),
      header("Received-SPF", "pass"),
      header("Return-Path", "<victim@example.com>"),
    ];
    expect(readSenderChecks([TAKEN_IN, ...mine, TAKEN_IN])).toMatchObject({
      found: true,
      spf: null,
      spf_domain: null,
      dkim: null,
    });
  });
});

describe("D3 T a sender is proved, or is not because of", () => {
  test.each<[string, Parameters<typeof verifySender>[0]["checks"], SenderFailure | null]>([
    ["nothing: signed and sent", proved, null],
    ["nothing: signed, and passed on by another server", { ...proved, spf: "fail" }, null],
    ["nothing: sent by a server of theirs", { ...proved, dkim: "none" }, null],
    ["nothing: by a name below", { ...proved, dkim: null, spf_domain: "b.example.com" }, null],
    ["another's server", { ...proved, dkim: "none", spf_domain: "evil.example" }, "not_signed"],
    [
      "a name that ends alike",
      { ...proved, dkim: "none", spf_domain: "an-example.com" },
      "not_signed",
    ],
    ["a domain above", { ...proved, dkim: "none", spf_domain: "com" }, "not_signed"],
    ["another's signature", { ...proved, dkim: "other_domain", spf: "none" }, "not_signed"],
    ["neither", { ...proved, dkim: "none", spf: "neutral" }, "not_signed"],
    ["SPF of nobody", { ...proved, dkim: "none", spf_domain: null }, "not_signed"],
    ["DMARC", { ...proved, dmarc: "fail" }, "dmarc"],
    ["a score", { ...proved, spam_score: 5 }, "spam"],
    ["nothing: a score below", { ...proved, spam_score: 4.9 }, null],
    ["what the filter says", { ...proved, is_spam: true }, "spam"],
    ["nothing that was looked at", { ...proved, found: false }, "not_checked"],
  ])("%s", (_what, checks, expected) => {
    const email = { from_email: "Sam@Example.com", has_other_senders: false, checks };
    expect(verifySender(email)).toBe(expected);
  });

  test("two addresses", () => {
    const email = { from_email: "sam@example.com", has_other_senders: true, checks: proved };
    expect(verifySender(email)).toBe("several_senders");
  });

  test.each<[Sender, SenderFailure | null]>([
    ["proved", null],
    ["unsigned", "not_signed"],
    ["forged", "spam"],
    ["forged_headers", "not_signed"],
  ])("what the double sends as %s: %s", (sender, expected) => {
    const letter = { from: "sam@example.com", to: "matters@in.example", subject: "", text: "" };
    const { Headers } = inboundMessage({ ...letter, sender });
    const checks = readSenderChecks(Headers);
    expect(verifySender({ from_email: "sam@example.com", has_other_senders: false, checks })).toBe(
      expected,
    );
  });
});
