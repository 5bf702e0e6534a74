import { browserAdvice, findBrowser } from "./browser.mjs";
import { build, install, requireNode, root, run, stop, tool } from "./ready.mjs";

/** `npm run pictures`: makes the pictures of docs/a-matter.md anew, by the journey that walks it. */
requireNode();
process.chdir(root);
await install();
const { code, output } = await build();
if (code !== 0) stop(`${output}\nThe build failed.`);
const browser = await findBrowser();
if (!browser) stop(browserAdvice);
const walked = await run(
  process.execPath,
  [tool("@playwright/test"), "test", "a-matter", "--project=scripts", "--reporter=list"],
  { env: { CHROMIUM_PATH: browser, PICTURES_FOLDER: "docs/pictures/a-matter" } },
);
process.exitCode = walked.code;
