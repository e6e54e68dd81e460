// Runs everything that the door offers with the official TypeScript client, which holds results to their output schemas. It writes one JSON object:
// what came back. Arguments: "http" URL, or "stdio" COMMAND.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [kind, where] = process.argv.slice(2);
const transport = kind === 'http'
  ? new StreamableHTTPClientTransport(new URL(where), { requestInit: { headers: { 'X-API-Key': process.env.AUDITCTL_API_KEY } } })
  : new StdioClientTransport({ command: where, env: process.env });
const client = new Client({ name: 'test', version: '1' });
await client.connect(transport);

const got = { server: client.getServerVersion(), capabilities: client.getServerCapabilities(), instructions: client.getInstructions() };
got.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
const progress = [];
got.website = await call('audit_website', { url: 'example.com' }, { onprogress: (p) => progress.push(p.progress) });
got.progress = progress.length;
const id = process.env.AUDIT_ID;
got.audit = await call('get_audit', { audit_id: id, include_checks: true });
got.batched = await call('batch_audit', { urls: ['a.example', 'ftp://b.example/'], lang: 'fr' });
got.batch = await call('get_batch', { batch_id: got.batched.structuredContent.batch_id });
got.account = await call('account_usage', {});
got.missing = await call('get_audit', { audit_id: 'aud_unknown' });
got.refused = await call('batch_audit', { urls: [] });
got.templates = (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate).sort();
got.resource = JSON.parse((await client.readResource({ uri: `audit://${id}` })).contents[0].text);
got.report = (await client.readResource({ uri: `audit://${id}/report` })).contents[0].text;
got.prompt = await client.getPrompt({ name: 'plan', arguments: { audit_id: id } });
await client.close();
process.stdout.write(JSON.stringify(got));
