import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { Server } from "./servers.ts";

export type Target = {
  name: string;
  server: Server;
  path: string;
  cookie?: string;
  /** Body of a POST, with answers that fail validation. Omit for a GET. */
  body?: Record<string, string>;
  expected: number;
};

export type Figures = { cpuMs: number; perSecond: number };

const CONNECTIONS = 16;

export async function warmUp(target: Target, requests: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { text: html, bytes: htmlBytes } = await ask(agent, target);
  await repeat(requests, () => ask(agent, target));
  agent.destroy();
  return { html, htmlBytes };
}

export async function measure(target: Target, requests: number) {
  const { pid } = target.server;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await repeat(CONNECTIONS, () => ask(agent, target));
  const cpu = measureCpuMs(pid);
  const began = performance.now();
  await repeat(requests, () => ask(agent, target));
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = (measureCpuMs(pid) - cpu) / requests;
  agent.destroy();
  return { cpuMs, perSecond: requests / seconds } satisfies Figures;
}

async function repeat(times: number, work: () => Promise<unknown>) {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

function ask(agent: Agent, target: Target) {
  const { base } = target.server;
  const body = target.body && new URLSearchParams(target.body).toString();
  const headers = {
    Origin: base,
    "Accept-Encoding": "identity",
    ...(target.cookie && { Cookie: target.cookie }),
    ...(body && {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(Buffer.byteLength(body)),
    }),
  };
  return new Promise<{ text: string; bytes: number }>((resolve, reject) => {
    const options = { agent, headers, method: body ? "POST" : "GET" };
    const sent = request(new URL(target.path, base), options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const whole = Buffer.concat(chunks);
        if (response.statusCode === target.expected) {
          resolve({ text: whole.toString(), bytes: whole.length });
        } else reject(new Error(`${target.path} answered ${String(response.statusCode)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns the CPU time of a process in ms. Linux counts in hundredths of a second. */
export function measureCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the resident memory of a process in MB (Linux only). */
export function measureMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
