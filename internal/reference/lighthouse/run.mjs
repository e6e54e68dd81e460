// Audits loopback pages with one Chromium: node run.mjs NODE_MODULES CHROMIUM PORT. Addresses and audits come as JSON on standard input, {urls, audits};
// the score of each audit (1, 0, or null where it doesn't apply) goes as JSON to standard output, by address. Every host name leads to PORT.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, port] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.join(modules, file)));
const { launch } = await load("chrome-launcher/dist/index.js");
const { default: lighthouse } = await load("lighthouse/core/index.js");

const { urls, audits } = JSON.parse(fs.readFileSync(0, "utf8"));
// The launcher chooses a port that is free at the moment; where another program takes it before the browser does, the next one is tried.
const start = async (left) => {
  const chrome = await launch({
    chromePath: chromium,
    chromeFlags: [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-proxy-server", "--disable-background-networking",
      "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable", `--host-resolver-rules=MAP * 127.0.0.1:${port}`,
    ],
  });
  const version = await fetch(`http://127.0.0.1:${chrome.port}/json/version`).catch(() => ({ ok: false }));
  if (version.ok || left === 0) return chrome;
  chrome.kill();
  return start(left - 1);
};
const chrome = await start(4);
const flags = { port: chrome.port, logLevel: "silent", output: "json" };
const config = {
  extends: "lighthouse:default",
  settings: {
    onlyAudits: audits, throttlingMode: "provided", disableFullPageScreenshot: true, ignoreStatusCode: true, maxWaitForLoad: 15000,
    pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0, skipAboutBlank: true,
  },
};
const results = {};
try {
  for (const url of urls) {
    try {
      const { lhr } = await lighthouse(url, flags, config);
      const error = lhr.runtimeError?.message ?? "";
      results[url] = { error, audits: Object.fromEntries(Object.entries(lhr.audits).map(([id, a]) => [id, a.score])) };
    } catch (error) {
      results[url] = { error: error.message, audits: {} };
    }
  }
} finally {
  chrome.kill();
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
