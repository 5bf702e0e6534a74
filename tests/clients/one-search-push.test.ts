import { describe, expect, test } from "vitest";
import { PushRefusedError, readPush } from "#app/clients/one-search-push.server.ts";
import { writePdf } from "#db/demonstration/pdf.ts";
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

describe("what OneSearch pushes", () => {
  test("O-004 a result with its document, as it was written", () => {
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

  test("the vendor's own example, with its prefixes and an empty attachment", () => {
    const raw = push("SearchResultsSend", {
      SearchProduct: { ProductType: "ONESEARCHDW", Attachment: "" },
    }).replaceAll(/(<\/?)(Authentication|Header|Username)/g, "$1auth:$2");
    expect(readPush(raw).searches).toMatchObject([{ product_id: "ONESEARCHDW", documents: [] }]);
  });

  test("a document without a name or a format gets ours", () => {
    const raw = result(PDF).replace(/(<EmbeddedFileBinaryObject)[^>]*/, "$1");
    expect(readPush(raw).searches[0]?.documents[0]).toMatchObject({ file_name: "search.pdf" });
  });

  test.each(["InProgress", "Cancelled", "Complete"])("O-005 a change of status: %s", (Status) => {
    const raw = push("SearchStatusSend", { SearchProduct: { ProductType: "LLC1CON29", Status } });
    const told = { InProgress: "in progress", Cancelled: "cancelled", Complete: "complete" }[
      Status
    ];
    expect(readPush(raw).searches[0]?.status).toBe(told);
  });

  test("AMB-O05 a request for more", () => {
    const raw = push("SearchActionRequestSend", { ActionRequest: { ActionType: "FeeApproval" } });
    expect(readPush(raw).requests).toEqual(["fee_approval"]);
  });

  const right = { username: "pushing-double", password: "password-of-the-pushing-double" };
  test.each([
    ["another user", { ...right, username: "somebody" }],
    ["another password", { ...right, password: "password-of-the-pushing-doublE" }],
    ["ours instead of theirs", { username: "double", password: "password-of-the-double" }],
    ["nothing", { username: "", password: "" }],
  ])("the sender is not who it has to be: %s", (_, sender) => {
    const raw = writePush(sender, "SearchStatusSend", { reference: REFERENCE });
    expect(refusalOf(raw)).toEqual({ status: 401, text: "The user name or password is wrong." });
  });

  test("the password is looked for at the beginning only, whatever follows", () => {
    const raw = `<a>${" ".repeat(9_000)}</a>${result(PDF)}`;
    expect(refusalOf(raw)?.status).toBe(401);
  });

  test("nothing of the sender's name and password is in what is passed on", () => {
    const read = JSON.stringify(readPush(result(PDF)));
    expect(read).not.toContain(right.password);
    expect(read).not.toContain(right.username);
  });

  const bomb = `<!DOCTYPE a [<!ENTITY b "${"lol".repeat(99)}"><!ENTITY c "&b;&b;&b;&b;">]>`;
  test.each([
    ["entities of its own", result(PDF).replace("?>", `?>${bomb}`)],
    ["a file of ours", result(PDF).replace("?>", '?><!doctype a SYSTEM "file:///etc/passwd">')],
    [
      "masses of elements",
      result(PDF).replace("</SearchProduct>", "<a/>".repeat(6_000) + "</SearchProduct>"),
    ],
    [
      "elements a thousand deep",
      result(PDF).replace(
        "</SearchProduct>",
        "<a>".repeat(1_000) + "</a>".repeat(1_000) + "</SearchProduct>",
      ),
    ],
    ["half of it", result(PDF).slice(0, -40)],
    ["another message", result(PDF).replaceAll("SearchResultsSend", "SearchOrderSend")],
    ["a product that is none", result(PDF).replace("ENVRES", "../../x")],
    ["a day that is none", result(PDF).replace("2026-11-19", "2026-02-31")],
  ])("XML that is refused: %s", (_, raw) => {
    expect(refusalOf(raw)?.status).toBe(400);
  });

  test.each([
    ["a web page", result(Buffer.from("<html>")), "A document is not a PDF."],
    ["a PDF that breaks off", result(PDF.subarray(0, -20)), "A document is not a PDF."],
    [
      "a program after a PDF",
      result(Buffer.concat([PDF, Buffer.alloc(5_000, 1)])),
      "A document is not a PDF.",
    ],
    [
      "a path",
      result(PDF, "../../etc/passwd.pdf"),
      "The name of a document is not one of a PDF file.",
    ],
    [
      "a Windows path",
      result(PDF, "C:\\a.pdf"),
      "The name of a document is not one of a PDF file.",
    ],
    ["two dots", result(PDF, "a..pdf"), "The name of a document is not one of a PDF file."],
    ["another kind", result(PDF, "a.exe"), "The name of a document is not one of a PDF file."],
    [
      "another format",
      result(PDF).replace("application/pdf", "text/html"),
      "A document is not a PDF.",
    ],
    ...["J%VBERi", "JVBE=Ri", "JVBERi\u00a3"].map((letters): [string, string, string] => [
      `no base64: ${letters}`,
      result(PDF).replace("JVBERi", letters),
      "A document is not written in base64.",
    ]),
    [
      "more than 10 MB",
      result(Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024), Buffer.from("%%EOF")])),
      "A document is larger than 10 MB.",
    ],
  ])("a document that is refused: %s", (_, raw, text) => {
    expect(refusalOf(raw)).toEqual({ status: 400, text });
  });

  test.each(["JavaScript", "Launch", "EmbeddedFile"])("a PDF with /%s is marked", (name) => {
    const bytes = writePdf("Search", [`/${name}`]);
    expect(readPush(result(bytes)).searches[0]?.documents[0]?.has_active_content).toBe(true);
  });
});
