/**
 * `npm run pictures [-- FOLDER]`: makes the pictures in docs/walkthrough.md again, by running the
 * journey that takes them.
 */

import { browserAdvice, findBrowser, installBrowser } from "./browser.mjs";
import { build, install, requireNode, root, run, stop, tool } from "./setup.mjs";

const [folder = "docs/pictures/a-matter"] = process.argv.slice(2);
requireNode();
process.chdir(root);
await install();
const { code, output } = await build();
if (code !== 0) stop(`${output}\nThe build failed.`);
await installBrowser();
const browser = await findBrowser();
if (!browser) stop(browserAdvice);
const walked = await run(
  process.execPath,
  [tool("@playwright/test"), "test", "--project=matter", "--reporter=list"],
  { env: { CHROMIUM_PATH: browser, PICTURES_FOLDER: folder } },
);
process.exitCode = walked.code;
