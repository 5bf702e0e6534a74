import pg from "pg";
import * as build from "../../build/server/index.js";

/**
 * The build, for remix-serve, with one more route: it puts what it is asked for into a statement and onto the page as it is.
 * A scanner that does not find it would find nothing else either.
 */
export * from "../../build/server/index.js";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

async function loader({ request }) {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const { rows } = await pool.query(`select email from users where last_name = '${name}'`);
  const page = `<!doctype html><title>A hole</title><main><h1>${name}</h1>${rows.length} found
    <form action="/planted-hole"><input name="name" value="x"><button>Ask</button></form></main>`;
  return new Response(page, { headers: { "Content-Type": "text/html" } });
}

const planted = { id: "planted-hole", parentId: "root", path: "planted-hole", module: { loader } };
export const routes = { ...build.routes, [planted.id]: planted };
