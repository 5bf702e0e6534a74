import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const HAPROXY = "/usr/sbin/haproxy";

/** Starts HAProxy in front of backends whose processes may stop and restart. */
export async function startBalancer(folder: string, port: number, backends: readonly number[]) {
  if (!existsSync(HAPROXY)) throw new Error(`${HAPROXY} is missing: apt-get install haproxy`);
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, configuration(port, backends));
  const child = spawn(HAPROXY, ["-f", file, "-db"], { stdio: "ignore" });
  return {
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Backends that fail /readyz get no visitors. A refused connection goes to the other backend. */
function configuration(port: number, backends: readonly number[]): string {
  return `global
  maxconn 500
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  timeout queue 5s
  retries 3
  option redispatch
frontend site
  bind 127.0.0.1:${port}
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /readyz
  http-check send hdr Host localhost:${port}
${backends.map((each) => `  server web${each} 127.0.0.1:${each} check inter 250ms fall 2 rise 1`).join("\n")}
`;
}
