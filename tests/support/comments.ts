import { readFileSync } from "node:fs";
import ts from "typescript";
import type { SourceText } from "./texts.ts";

/** Returns the comments of one source file, each on one line without its asterisks and slashes. */
export function commentsOf(file: string, source = readFileSync(file, "utf8")): SourceText[] {
  return rangesOf(file, source).map(({ pos, end }) => ({
    file,
    line: source.slice(0, pos).split("\n").length,
    text: textOf(source.slice(pos, end)),
  }));
}

function rangesOf(file: string, source: string): ts.CommentRange[] {
  if (file.endsWith(".css")) return cssRanges(source);
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const found = new Map<number, ts.CommentRange>();
  const add = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const range of ranges ?? []) found.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    // Text between JSX tags may contain two slashes, which start no comment.
    if (ts.isJsxText(node)) return;
    add(ts.getLeadingCommentRanges(source, node.pos));
    add(ts.getTrailingCommentRanges(source, node.end));
    const children = node.getChildren(tree);
    for (const child of children) visit(child);
  };
  visit(tree);
  return [...found.values()].toSorted((a, b) => a.pos - b.pos);
}

function cssRanges(source: string): ts.CommentRange[] {
  return [...source.matchAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g)].map(({ index, 0: text }) => ({
    kind: ts.SyntaxKind.MultiLineCommentTrivia,
    pos: index,
    end: index + text.length,
  }));
}

function textOf(comment: string): string {
  return comment
    .replaceAll(/^\/\*+|\*+\/$|^\/\/+/g, "")
    .replaceAll(/^\s*\*/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
