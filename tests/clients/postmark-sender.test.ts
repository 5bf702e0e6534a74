import { describe, expect, test } from "vitest";
import { readSenderChecks } from "#app/clients/postmark/sender.ts";
import { verifySender, type SenderFailure } from "#app/domain/inbound-emails/warnings.ts";
import { inboundMessage, type Sender } from "#mocks/postmark-inbound.ts";
import { verifiedSender } from "#tests/support/inbound-emails.ts";

const header = (Name: string, Value: string) => ({ Name, Value });
const TAKEN_IN = header(
  "Received",
  "from mx.example.net (mx.example.net [192.0.2.1])\t(using TLSv1.2)\tby p-pm-inboundg03a-aws-euwest1a.inbound.postmarkapp.com (Postfix) with ESMTPS id 47E2B40584A",
);
const PASSED_ON = header(
  "Received",
  "by p-pm-inboundg03a-aws-euwest1a.inbound.postmarkapp.com (Postfix, from userid 996)\tid C4B3E453B34",
);

describe("Postmark’s checks of a sender", () => {
  test("reads all checks from Postmark’s headers", () => {
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
    ["not a verdict (pass)", "", null],
  ])(
    "reads the SPF result from Received-SPF %j and spam tests %j as %s",
    (received, tests, expected) => {
      const { spf } = above(header("Received-SPF", received), header("X-Spam-Tests", tests));
      expect(spf).toBe(expected);
    },
  );

  test.each([
    ["DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU", "pass"],
    ["DKIM_SIGNED,DKIM_VALID,DKIM_VALID_EF", "other_domain"],
    ["DKIM_SIGNED,DKIM_INVALID", "fail"],
    ["HTML_MESSAGE", "none"],
    ["", "none"],
  ])("reads the DKIM result from the spam tests %j as %s", (tests, expected) => {
    expect(above(header("X-Spam-Tests", tests)).dkim).toBe(expected);
  });

  test.each([
    ["mx.example; dkim=pass; dmarc=fail (p=reject)", "", "fail"],
    ["mx.example; dmarc=pass", "", "pass"],
    ["mx.example; dmarc=pass", "KAM_DMARC_REJECT", "fail"],
    ["", "DMARC_QUAR", "fail"],
    ["", "DMARC_PASS", "pass"],
    ["", "SPF_PASS", null],
  ])("reads the DMARC result from %j and the spam tests %j as %s", (results, tests, expected) => {
    const headers = [header("Authentication-Results", results), header("X-Spam-Tests", tests)];
    expect(above(...headers).dmarc).toBe(expected);
  });

  test.each([
    ['<"a@victim.example"@evil.example>', "evil.example"],
    ['<"; envelope-from=a@victim.example; "@evil.example>', "evil.example"],
    ["<>", null],
    ["", null],
  ])("reads the sending domain from the return path %j as %s", (path, expected) => {
    expect(above(header("Return-Path", path)).spf_domain).toBe(expected);
  });

  test.each([
    ["no Received line", [header("X-Spam-Tests", "DKIM_VALID_AU")]],
    [
      "a Received line of a different host",
      [header("Received", "from a by inbound.postmarkapp.com.evil.example x")],
    ],
    [
      "a Received line that names Postmark as the origin",
      [header("Received", "from x.inbound.postmarkapp.com by a")],
    ],
    ["only Postmark’s line of its own hand-over", [PASSED_ON]],
    ["no headers", []],
  ])("reads no checks from an email with %s", (_what, headers) => {
    expect(readSenderChecks(headers).found).toBe(false);
  });

  test("headers that the sender wrote below Postmark’s Received line are ignored", () => {
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

describe("doubts about a sender", () => {
  test.each<[string, Parameters<typeof verifySender>[0]["checks"], SenderFailure | null]>([
    ["no doubt: signed and sent", verifiedSender, null],
    [
      "no doubt: signed, and forwarded by a different server",
      { ...verifiedSender, spf: "fail" },
      null,
    ],
    ["no doubt: sent by the sender’s own server", { ...verifiedSender, dkim: "none" }, null],
    [
      "no doubt: sent from a subdomain",
      { ...verifiedSender, dkim: null, spf_domain: "b.example.com" },
      null,
    ],
    [
      "the server of a different domain",
      { ...verifiedSender, dkim: "none", spf_domain: "evil.example" },
      "not_signed",
    ],
    [
      "a domain with the same ending",
      { ...verifiedSender, dkim: "none", spf_domain: "an-example.com" },
      "not_signed",
    ],
    ["a parent domain", { ...verifiedSender, dkim: "none", spf_domain: "com" }, "not_signed"],
    [
      "the signature of a different domain",
      { ...verifiedSender, dkim: "other_domain", spf: "none" },
      "not_signed",
    ],
    [
      "no signature and no SPF pass",
      { ...verifiedSender, dkim: "none", spf: "neutral" },
      "not_signed",
    ],
    ["SPF without a domain", { ...verifiedSender, dkim: "none", spf_domain: null }, "not_signed"],
    ["a failed DMARC", { ...verifiedSender, dmarc: "fail" }, "dmarc"],
    ["a spam score", { ...verifiedSender, spam_score: 5 }, "spam"],
    ["no doubt: a low spam score", { ...verifiedSender, spam_score: 4.9 }, null],
    ["the verdict of the spam filter", { ...verifiedSender, is_spam: true }, "spam"],
    ["missing checks", { ...verifiedSender, found: false }, "not_checked"],
  ])("verifySender returns $2 for an email with the checks “%s”", (_what, checks, expected) => {
    const email = { from_email: "Sam@Example.com", has_other_senders: false, checks };
    expect(verifySender(email)).toBe(expected);
  });

  test("the sender of an email with two sender addresses is doubted", () => {
    const email = {
      from_email: "sam@example.com",
      has_other_senders: true,
      checks: verifiedSender,
    };
    expect(verifySender(email)).toBe("several_senders");
  });

  test.each<[Sender, SenderFailure | null]>([
    ["proved", null],
    ["unsigned", "not_signed"],
    ["forged", "spam"],
    ["forged_headers", "not_signed"],
  ])("an email that the double sends as %s gets the verdict %s", (sender, expected) => {
    const letter = { from: "sam@example.com", to: "matters@in.example", subject: "", text: "" };
    const { Headers } = inboundMessage({ ...letter, sender });
    const checks = readSenderChecks(Headers);
    expect(verifySender({ from_email: "sam@example.com", has_other_senders: false, checks })).toBe(
      expected,
    );
  });
});
