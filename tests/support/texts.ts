import { readFileSync } from "node:fs";
import ts from "typescript";

/** A text that a person may read, and where it is. Values in it are shown as "…". */
export type SourceText = { file: string; line: number; text: string };

/** Attributes whose values no one reads as prose. */
const CODE_ATTRIBUTES = new Set([
  "className",
  "d",
  "viewBox",
  "sizes",
  "srcSet",
  "media",
  "points",
]);

/** Matches calls whose texts only operators or developers read. */
const CODE_CALLS = /^(?:log\.\w+|report|nullIfFailed|sql(?:\.\w+)*)$/;

/**
 * Returns the texts of one source file: strings and templates, unless they are one lower-case word,
 * and each JSX element as one text. Omits comments, SQL, class names, imports and logs.
 */
export function textsOf(file: string, source = readFileSync(file, "utf8")): SourceText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: SourceText[] = [];
  const add = (node: ts.Node, text: string) => {
    const oneLine = text
      .replaceAll(/\{[\w ]+\}/g, "…")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (!isProse(oneLine)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ file, line: line + 1, text: oneLine });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isCallExpression(node) && CODE_CALLS.test(node.expression.getText(tree))) return;
    // A plain Error is a bug, and its message goes to the log.
    if (ts.isNewExpression(node) && node.expression.getText(tree) === "Error") return;
    if (ts.isJsxAttribute(node) && CODE_ATTRIBUTES.has(node.name.getText(tree))) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      add(node, node.text);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      add(
        node,
        node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(""),
      );
      for (const span of node.templateSpans) visit(span.expression);
      return;
    }
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some(isWords)) {
      add(node.children.find(isWords) ?? node, proseOf(node.children));
      visitQuietly(node);
      return;
    }
    ts.forEachChild(node, visit);
  };
  // The text of an element within a sentence is part of that sentence. Visit only its values and
  // attributes.
  const visitQuietly = (node: ts.JsxElement | ts.JsxFragment): void => {
    if (ts.isJsxElement(node)) node.openingElement.attributes.properties.forEach(visit);
    for (const child of node.children) {
      if (ts.isJsxText(child)) continue;
      const isJoined = (ts.isJsxElement(child) || ts.isJsxFragment(child)) && isPhrase(child);
      if (isJoined) visitQuietly(child);
      else if (!(ts.isJsxExpression(child) && literalOf(child) !== null)) visit(child);
    }
  };
  visit(tree);
  return found;
}

/**
 * Returns true for a text of two or more words, or of one word with a capital letter, such as on a
 * button.
 */
function isProse(text: string) {
  return /^\p{Lu}\p{Ll}+$/u.test(text) || (/\S \S/.test(text) && /\p{L}{2}/u.test(text));
}

function isWords(child: ts.JsxChild): boolean {
  return ts.isJsxText(child) && /\p{L}/u.test(child.text);
}

/** Returns true for an element within a sentence, such as a link or <strong>. */
function isPhrase(node: ts.JsxElement | ts.JsxFragment): boolean {
  return (
    ts.isJsxFragment(node) ||
    !/^(?:p|li|ul|ol|dl|dt|dd|h\d|div|section)$/.test(node.openingElement.tagName.getText())
  );
}

function literalOf({ expression }: ts.JsxExpression): string | null {
  return expression && ts.isStringLiteral(expression) ? expression.text : null;
}

function proseOf(children: ts.NodeArray<ts.JsxChild>): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? " " : child.text;
      if (ts.isJsxExpression(child)) return child.expression ? (literalOf(child) ?? "…") : "";
      if (ts.isJsxSelfClosingElement(child)) return "…";
      return isPhrase(child) && child.children.some(isWords) ? proseOf(child.children) : " … ";
    })
    .join("");
}
