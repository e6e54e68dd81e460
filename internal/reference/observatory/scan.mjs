// Scans loopback sites with an HTTP Observatory: node scan.mjs FOLDER, the folder that holds its src. Sites come as JSON on standard input, verdicts go
// as JSON to standard output. Every name leads to 127.0.0.1.
import dns from "node:dns";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

dns.lookup = (_name, options, done) => {
  const reply = typeof options === "function" ? options : done;
  if (options?.all) reply(null, [{ address: "127.0.0.1", family: 4 }]);
  else reply(null, "127.0.0.1", 4);
};
Set.prototype.union ??= function (other) {
  return new Set([...this, ...other]);
};

const folder = process.argv[2];
const load = (file) => import(pathToFileURL(path.join(folder, "src", file)));

// The list of preloaded hosts would be brought at the installation. The sites here need one entry of it.
const dev = { includeSubDomains: true, includeSubDomainsForPinning: false, mode: "force-https", pinned: false };
fs.writeFileSync(path.join(folder, "conf", "hsts-preload.json"), JSON.stringify({ dev }));

const { retrieve } = await load("retriever/retriever.js");
const { ALL_TESTS, ALGORITHM_VERSION } = await load("constants.js");
const { getGradeForScore, getScoreModifier } = await load("grader/grader.js");
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load("grader/charts.js");
const { analyzeScan } = await load("scanner/index.js");
const Site = fs.existsSync(path.join(folder, "src", "site.js")) ? (await load("site.js")).Site : null;

// grade adds up as the scanner of older versions does, which can't be had apart from its retrieval.
function grade(requests) {
  const tests = ALL_TESTS.map((test) => {
    const output = test(requests);
    output.scoreModifier = getScoreModifier(output.result);
    return output;
  });
  const sum = (points) => points.reduce((total, n) => total + n, 100);
  const all = tests.map((t) => t.scoreModifier);
  const plain = sum(all.filter((n) => n < 0));
  const final = getGradeForScore(plain >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(all) : plain);
  return { scan: final, tests: Object.fromEntries(tests.map((t) => [t.constructor.name, t])) };
}

async function scan({ name, host, http_port: httpPort, https_port: httpsPort }) {
  const requests = await retrieve(Site ? Site.fromSiteString(host) : host, { httpPort, httpsPort });
  const result = analyzeScan ? analyzeScan(requests) : grade(requests);
  return {
    name,
    verdict: {
      algorithm_version: ALGORITHM_VERSION,
      score: result.scan.score,
      grade: result.scan.grade,
      tests: Object.entries(result.tests).map(([test, t]) => ({ name: test, result: t.result, pass: t.pass, modifier: t.scoreModifier })),
      unknown: [],
    },
  };
}

const verdicts = [];
for (const site of JSON.parse(fs.readFileSync(0, "utf8"))) {
  verdicts.push(await scan(site).catch((error) => ({ name: site.name, error: error.message })));
}
process.stdout.write(JSON.stringify(verdicts), () => process.exit(0));
