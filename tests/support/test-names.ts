import { readFileSync } from "node:fs";
import ts from "typescript";
import type { SourceText } from "./texts.ts";

/**
 * Returns the names of tests, and of the `describe` groups around them. Values are shown as "…".
 */
export function testNamesOf(file: string, source = readFileSync(file, "utf8")): SourceText[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /^(?:test|it|describe)\b/.test(node.expression.getText(tree))
    ) {
      const [name] = node.arguments;
      const text = name && literalText(name);
      if (name && text) {
        const { line } = tree.getLineAndCharacterOfPosition(name.getStart(tree));
        found.push({ file, line: line + 1, text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}
