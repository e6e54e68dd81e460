// Reads loopback documents with Chromium: node decode.mjs NODE_MODULES CHROMIUM. Addresses come as a JSON list on standard input; of each, the name of the
// character set and the text of the element t go as JSON to standard output.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(path.join(modules, "puppeteer-core/lib/puppeteer/puppeteer-core.js")));

const browser = await puppeteer.launch({
  executablePath: chromium, headless: true,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-proxy-server", "--disable-background-networking"],
});
const results = {};
try {
  const page = await browser.newPage();
  for (const url of JSON.parse(fs.readFileSync(0, "utf8"))) {
    await page.goto(url, { waitUntil: "domcontentloaded", timeout: 60000 });
    results[url] = await page.evaluate(() => ({ set: document.characterSet.toLowerCase(), text: document.getElementById("t")?.textContent ?? "" }));
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
