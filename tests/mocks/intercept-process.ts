import { installGlobals } from "@remix-run/node";
import { http, HttpResponse } from "msw";
import { intercept } from "#mocks/intercept.ts";

/**
 * Prints which requests the doubles answer: with our fetch, after remix-serve has installed its
 * own, and at the end. The argument is the address of a site, one page of which belongs to a
 * vendor.
 */
const [site = ""] = process.argv.slice(2);
const vendor = `${site}vendor`;

async function ask(url: string) {
  return (await fetch(url, { method: "POST", body: "x" })).text();
}

const end = intercept([http.post(vendor, () => HttpResponse.text("the double"))]);
const before = [await ask(vendor), await ask(site)];
installGlobals({ nativeFetch: true });
const with_theirs = [await ask(vendor), await ask(site)];
end();
const ended = [await ask(vendor), await ask(site)];
console.log(JSON.stringify({ before, with_theirs, ended }));
