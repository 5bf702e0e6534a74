import { describe, expect, test } from "vitest";
import { PushRefusedError, readPush } from "#app/clients/one-search/push.server.ts";
import { writePdf } from "#db/demo/pdf.ts";
import { attachment, writePush } from "#mocks/one-search/push.ts";
import { push, REFERENCE } from "#tests/support/searches.ts";

const PDF = writePdf("Search", ["Nothing is recorded."]);

const result = (bytes: Buffer, name = "result.pdf") =>
  push("SearchResultsSend", {
    SearchProduct: {
      ProductType: "ENVRES",
      AsOfDate: "2026-11-19",
      Attachment: attachment(bytes, name),
    },
  });

function refusalOf(raw: string) {
  try {
    readPush(raw);
  } catch (error) {
    if (error instanceof PushRefusedError) return { status: error.status, text: error.message };
    throw error;
  }
  return null;
}

describe("messages that OneSearch pushes", () => {
  test("reads a search result with its document unchanged (O-004)", () => {
    const { references, searches, requests } = readPush(result(PDF));
    expect(references).toEqual([REFERENCE]);
    expect(requests).toEqual([]);
    expect(searches).toMatchObject([
      { product_id: "ENVRES", status: null, dated: "2026-11-19", estimated_completion: null },
    ]);
    expect(searches[0]?.documents[0]?.bytes.equals(PDF)).toBe(true);
    expect(searches[0]?.documents[0]).toMatchObject({
      file_name: "result.pdf",
      has_active_content: false,
    });
  });

  test("reads OneSearch’s example with XML namespace prefixes, and an empty attachment as no document", () => {
    const raw = push("SearchResultsSend", {
      SearchProduct: { ProductType: "ONESEARCHDW", Attachment: "" },
    }).replaceAll(/(<\/?)(Authentication|Header|Username)/g, "$1auth:$2");
    expect(readPush(raw).searches).toMatchObject([{ product_id: "ONESEARCHDW", documents: [] }]);
  });

  test("names a document “search.pdf” if the message has no name or format for it", () => {
    const raw = result(PDF).replace(/(<EmbeddedFileBinaryObject)[^>]*/, "$1");
    expect(readPush(raw).searches[0]?.documents[0]).toMatchObject({ file_name: "search.pdf" });
  });

  test.each(["InProgress", "Cancelled", "Complete"])(
    "reads a change in the search’s status: %s (O-005)",
    (Status) => {
      const raw = push("SearchStatusSend", { SearchProduct: { ProductType: "LLC1CON29", Status } });
      const told = { InProgress: "in progress", Cancelled: "cancelled", Complete: "complete" }[
        Status
      ];
      expect(readPush(raw).searches[0]?.status).toBe(told);
    },
  );

  test("reads a request to approve a fee (AMB-O05)", () => {
    const raw = push("SearchActionRequestSend", { ActionRequest: { ActionType: "FeeApproval" } });
    expect(readPush(raw).requests).toEqual(["fee_approval"]);
  });

  const right = { username: "pushing-double", password: "password-of-the-pushing-double" };
  test.each([
    ["a wrong user name", { ...right, username: "somebody" }],
    ["a wrong password", { ...right, password: "password-of-the-pushing-doublE" }],
    ["our credentials for orders", { username: "double", password: "password-of-the-double" }],
    ["no credentials", { username: "", password: "" }],
  ])("answers 401 to a message from a sender with %s", (_, sender) => {
    const raw = writePush(sender, "SearchStatusSend", { reference: REFERENCE });
    expect(refusalOf(raw)).toEqual({ status: 401, text: "The user name or password is wrong." });
  });

  test("answers 401 if the password is not near the start of the message", () => {
    const raw = `<a>${" ".repeat(9_000)}</a>${result(PDF)}`;
    expect(refusalOf(raw)?.status).toBe(401);
  });

  test("the sender’s user name and password are removed from the result", () => {
    const read = JSON.stringify(readPush(result(PDF)));
    expect(read).not.toContain(right.password);
    expect(read).not.toContain(right.username);
  });

  const bomb = `<!DOCTYPE a [<!ENTITY b "${"lol".repeat(99)}"><!ENTITY c "&b;&b;&b;&b;">]>`;
  test.each([
    ["custom entities", result(PDF).replace("?>", `?>${bomb}`)],
    [
      "a reference to a local file",
      result(PDF).replace("?>", '?><!doctype a SYSTEM "file:///etc/passwd">'),
    ],
    [
      "too many elements",
      result(PDF).replace("</SearchProduct>", "<a/>".repeat(6_000) + "</SearchProduct>"),
    ],
    [
      "a thousand nested elements",
      result(PDF).replace(
        "</SearchProduct>",
        "<a>".repeat(1_000) + "</a>".repeat(1_000) + "</SearchProduct>",
      ),
    ],
    ["a missing end", result(PDF).slice(0, -40)],
  ])("reads only the references of a message with %s", (_, raw) => {
    expect(readPush(raw)).toMatchObject({
      references: [REFERENCE],
      searches: [],
      requests: [],
      problems: [{ product_id: null, reason: "We couldn’t read the message.", sent: null }],
    });
  });

  const at = new Date("2026-11-20T10:00:00Z");
  const read = (raw: string) => {
    const { searches, problems } = readPush(raw, at);
    return { search: searches[0], problems: problems.map(({ reason, sent }) => [reason, sent]) };
  };

  test.each([
    ["Plan [1] + report.pdf", "Plan [1] + report.pdf"],
    ["O\u2019Neill; 50%.PDF", "O\u2019Neill; 50%.PDF"],
    ["no ending", "no ending"],
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\a.pdf", "a.pdf"],
    ["a\u202Efdp.exe", "a fdp.exe"],
  ])("a document called %j is stored under a safe name", (name, kept) => {
    const { search, problems } = read(result(PDF, name));
    expect(search?.documents).toMatchObject([{ file_name: kept }]);
    expect(problems).toEqual([]);
  });

  test.each([
    ["2026-11-19T09:30:00", "2026-11-19"],
    ["2026-11-19T23:30:00.000Z", "2026-11-19"],
    ["2026-11-19+00:00", "2026-11-19"],
    ["2026-11-21", "2026-11-21"],
  ])("reads the date %s, with or without a time, as $1", (sent, day) => {
    const raw = result(PDF).replace("<AsOfDate>2026-11-19", `<AsOfDate>${sent}`);
    expect(read(raw)).toMatchObject({ search: { dated: day }, problems: [] });
  });

  test.each([
    ["19 November 2026", "We couldn’t read a date."],
    ["2026-02-31", "We couldn’t read a date."],
    ["2026-11-192", "We couldn’t read a date."],
    ["2099-12-31", "A date can’t be correct."],
    ["9999-12-31", "A date can’t be correct."],
    ["0001-01-01", "A date can’t be correct."],
  ])(
    "replaces the unreadable or implausible date %s with the message’s date, and reports “%s”",
    (sent, why) => {
      const raw = result(PDF)
        .replace("<AsOfDate>2026-11-19", `<AsOfDate>${sent}`)
        .replace(/<IssueDate>[^<]*/, "<IssueDate>2026-11-18");
      expect(read(raw)).toMatchObject({ search: { dated: "2026-11-18" }, problems: [[why, sent]] });
      const later = raw.replace("<IssueDate>2026-11-18", `<IssueDate>${sent}`);
      expect(read(later).search?.dated).toBe("2026-11-20");
    },
  );

  test.each([
    ["2027-01-15T00:00:00", "2027-01-15", []],
    ["2099-01-01", null, [["A date can’t be correct.", "2099-01-01"]]],
    ["soon", null, [["We couldn’t read a date.", "soon"]]],
  ])(
    "reads the estimated completion date %s as $1, and reports the problems $2",
    (sent, estimate, problems) => {
      const raw = push("SearchStatusSend", {
        SearchProduct: { ProductType: "ENVRES", ExpectedCompletionDate: sent },
      }).replace(/<IssueDate>[^<]*/, "<IssueDate>2026-11-19");
      expect(read(raw)).toMatchObject({ search: { estimated_completion: estimate }, problems });
    },
  );

  test.each([
    ["Completed", "complete", null],
    ["COMPLETE", "complete", null],
    ["In Progress", "in progress", null],
    ["Canceled", "cancelled", null],
    ["Awaiting council", null, "Awaiting council"],
    ["x\u202Ey", null, "x y"],
  ])(
    "reads the status %s as $1, with $2 as the text of an unknown status",
    (Status, status, provider_status) => {
      const raw = push("SearchStatusSend", { SearchProduct: { ProductType: "LLC1CON29", Status } });
      expect(readPush(raw).searches).toMatchObject([{ status, provider_status }]);
      expect(readPush(raw).problems).toEqual([]);
    },
  );

  test.each(["CON29-M", "Con29 (M)", "LMKRVResi"])("accepts the product code %s", (product) => {
    const raw = result(PDF).replace("ENVRES", product);
    expect(read(raw)).toMatchObject({ search: { product_id: product }, problems: [] });
  });

  test("reports a product without a code and an unknown kind of request", () => {
    expect(read(result(PDF).replace("ENVRES", ""))).toEqual({
      search: undefined,
      problems: [["A search has no valid product code.", null]],
    });
    const raw = push("SearchActionRequestSend", { ActionRequest: { ActionType: "Dance" } });
    expect(read(raw).problems).toEqual([
      ["The message requests something we don’t recognise.", "Dance"],
    ]);
  });

  test("reads the known parts of a message of an unknown type, and reports the type", () => {
    const raw = result(PDF).replaceAll("SearchResultsSend", "SearchQuerySend");
    expect(read(raw)).toMatchObject({
      search: { documents: [{ file_name: "result.pdf" }] },
      problems: [["We don’t recognise this type of message.", "SearchQuerySend"]],
    });
  });

  test.each([
    ["a web page", result(Buffer.from("<html>")), "A document is not a PDF."],
    ["a truncated PDF", result(PDF.subarray(0, -20)), "A document is not a PDF."],
    [
      "a program after a PDF",
      result(Buffer.concat([PDF, Buffer.alloc(5_000, 1)])),
      "A document is not a PDF.",
    ],
    ...["J%VBERi", "JVBE=Ri", "JVBERi\u00a3"].map((letters): [string, string, string] => [
      `invalid base64: ${letters}`,
      result(PDF).replace("JVBERi", letters),
      "A document is not valid base64.",
    ]),
    [
      "more than 40 MB",
      result(Buffer.concat([PDF, Buffer.alloc(40 * 1024 * 1024), Buffer.from("%%EOF")])),
      "A document is larger than 40 MB.",
    ],
  ])(
    "reads a search without its document if the document is %s, and reports $2",
    (_, raw, reason) => {
      expect(read(raw)).toEqual({
        search: expect.objectContaining({ product_id: "ENVRES", documents: [] }),
        problems: [[reason, "result.pdf"]],
      });
    },
  );

  test("a document larger than 10 MB is accepted", () => {
    const large = Buffer.concat([PDF, Buffer.alloc(12 * 1024 * 1024, "\n"), Buffer.from("%%EOF")]);
    expect(read(result(large)).search?.documents[0]?.bytes.length).toBe(large.length);
  });

  test("reads elements with attributes like those without attributes", () => {
    const raw = result(PDF)
      .replace("<AsOfDate>", '<AsOfDate zone="Z">')
      .replace("<ProductType>", '<ProductType scheme="OneSearch">');
    expect(read(raw)).toMatchObject({ search: { product_id: "ENVRES", dated: "2026-11-19" } });
  });

  test("the raw message is stored without the sender’s user name or password", () => {
    const raw = result(PDF).replace("Search results", `The word is ${right.password}`);
    const { raw: kept } = readPush(raw);
    expect(kept).toContain("<ProductType>ENVRES</ProductType>");
    expect(kept).toContain("The word is ");
    expect(kept).not.toContain(right.password);
    expect(kept).not.toContain(right.username);
  });

  test.each(["JavaScript", "Launch", "EmbeddedFile"])(
    "a PDF with /%s is flagged as active content",
    (name) => {
      const bytes = writePdf("Search", [`/${name}`]);
      expect(readPush(result(bytes)).searches[0]?.documents[0]?.has_active_content).toBe(true);
    },
  );
});
