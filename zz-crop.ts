const { chromium } = await import("@playwright/test");
const [src, dst, w, h] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const p = await b.newPage({ viewport: { width: Number(w), height: Number(h) } });
await p.setContent(`<body style="margin:0"><img src="data:image/png;base64,${(await import("node:fs")).readFileSync(src!).toString("base64")}"></body>`);
await p.screenshot({ path: dst! }); await b.close();
