// Validates pages with the original: node validate.mjs FOLDER, the folder that holds node_modules. Pages come as JSON on standard input, {name: HTML};
// {name: [message of an error]} goes to standard output.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.argv[2], "package.json"));
const load = async (name) => {
  const loaded = await import(require.resolve(name));
  return loaded.default?.default ?? loaded.default ?? loaded;
};
const Extractor = await load("@marbec/web-auto-extractor");
const Validator = await load("@adobe/structured-data-validator");

const pages = JSON.parse(fs.readFileSync(0, "utf8"));
const verdicts = {};
for (const [name, page] of Object.entries(pages)) {
  const data = new Extractor({ addLocation: true, embedSource: ["rdfa", "microdata"] }).parse(page);
  const issues = await new (Validator.Validator ?? Validator)().validate(data);
  verdicts[name] = issues.filter((i) => i.severity === "ERROR").map((i) => i.issueMessage);
}
process.stdout.write(JSON.stringify(verdicts));
