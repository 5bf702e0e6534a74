import pg from "pg";
import * as build from "../../build/server/index.js";

/**
 * The build, for remix-serve, with one more route: it puts what it is asked for into a statement and onto the page as it is.
 * A scanner that does not find it would find nothing else either. Without what would end a scan: signing out, and the console
 * of the doubles (the wapiti of Debian 12 cannot be told to leave an address out).
 */
export * from "../../build/server/index.js";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

async function loader({ request }) {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const found = await pool.query(`select email from users where last_name = '${name}'`).then(
    ({ rows }) => rows.map(({ email }) => email),
    // wapiti knows an injection by what PHP shows of the database's error.
    ({ message }) => `PostgreSQL query failed: ERROR: ${message}`,
  );
  const page = `<!doctype html><title>A hole</title><main><h1>${name}</h1>${found}
    <form action="/planted-hole"><input name="name" value="Byron"><button>Ask</button></form></main>`;
  return new Response(page, { headers: { "Content-Type": "text/html" } });
}

const planted = { id: "planted-hole", parentId: "root", path: "planted-hole", module: { loader } };

const isKept = ([, { path = "" }]) => path !== "sign-out" && !path.startsWith("mocks");
const keep = (all) => Object.fromEntries(Object.entries(all).filter(isKept));
export const routes = { ...keep(build.routes), [planted.id]: planted };
export const assets = { ...build.assets, routes: keep(build.assets.routes) };
