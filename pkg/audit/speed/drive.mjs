// Runs Lighthouse, as npm has it, in a browser that is spoken to over the pipe in files 3 and 4. The task is JSON on the standard input; the result goes to
// report.json in the working folder.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {Socket} from 'node:net';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const task = JSON.parse(readFileSync(0, 'utf8'));
const about = resolve(task.lighthouse, 'package.json');
const load = async path => (await import(pathToFileURL(path).href)).default;
const lighthouse = await load(resolve(task.lighthouse, JSON.parse(readFileSync(about, 'utf8')).main));
const puppeteer = await load(createRequire(about).resolve('puppeteer-core'));

// The DevTools protocol over a pipe: every message ends with a zero byte.
const commands = new Socket({fd: 3, readable: false});
const messages = new Socket({fd: 4, writable: false});
const transport = {
  send: message => commands.write(message + '\0'),
  close: () => { commands.destroy(); messages.destroy(); },
};
let begun = [];
messages.on('data', chunk => {
  for (let end; (end = chunk.indexOf(0)) >= 0; chunk = chunk.subarray(end + 1)) {
    const message = Buffer.concat([...begun, chunk.subarray(0, end)]).toString();
    begun = [];
    setImmediate(() => transport.onmessage?.(message));
  }
  begun.push(chunk);
});
messages.on('close', () => transport.onclose?.());

const noBrowser = error => { console.error(error); process.exit(3); };
const waiting = setTimeout(noBrowser, 20_000, 'the browser says nothing');
const browser = await puppeteer.connect({transport, defaultViewport: null}).catch(noBrowser);
clearTimeout(waiting);
const newContext = browser.createBrowserContext ?? browser.createIncognitoBrowserContext; // the latter until puppeteer 21
const context = await newContext.call(browser, {proxyServer: task.proxy, proxyBypassList: ['<-loopback>'], downloadBehavior: {policy: 'deny'}});

// A browser context remembers a proxy's password. Having a page of its own give it leaves the measured page's requests alone.
const first = await context.newPage();
await first.authenticate({username: task.user, password: task.password});
await first.goto(task.nowhere).catch(() => {}); // the proxy takes the password, and reaches nothing
await first.close();

const {lhr} = await lighthouse(task.url, task.flags, undefined, await context.newPage());
writeFileSync('report.json', JSON.stringify(lhr));
process.exit(0);
