import { findInTexts, type Finding, REFUSED, textsOfTheApp, TO_REVIEW } from "./support/voice.ts";

/** `npm run voice [-- app/emails]`: lists the constructions that the voice guide refuses. */
const [folder = "app/"] = process.argv.slice(2);
const texts = textsOfTheApp().filter(({ file }) => file.startsWith(folder));

print("Refused", findInTexts(texts, REFUSED));
print("To review", findInTexts(texts, TO_REVIEW));

function print(title: string, findings: readonly Finding[]) {
  console.log(`\n${title}: ${findings.length} in ${texts.length} texts`);
  for (const { file, line, text, found, instead } of findings) {
    console.log(`${file}:${line}  “${found}” → ${instead}\n    ${text}`);
  }
}
