import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/root.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakbang-package-'));
const installMs = 300_000;

const call = (command: string, words: readonly string[], cwd = folder): string =>
  execFileSync(command, words, { cwd, env: { ...process.env, INIT_CWD: cwd }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  call('node', ['tools/run.mjs', 'package'], root);
  const archive = call('npm', ['pack', join(root, 'build/package'), '--pack-destination', folder, '--silent']).trim();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  call('npm', ['install', `./${archive}`, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']);
}, installMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = () => join(folder, 'node_modules/hakbang');

test('R14 the package holds JavaScript with declarations, and nothing of the cash loan', () => {
  const { exports } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  expect(exports['./server']).toEqual({ types: './server/index.d.ts', default: './server/index.js' });
  expect(readFileSync(join(installed(), 'server/index.d.ts'), 'utf8')).toContain('sendBack');
  expect(() => readFileSync(join(installed(), 'server/product/product.js'))).toThrow('ENOENT');
  expect(() => readFileSync(join(installed(), 'src/borrower/product.js'))).toThrow('ENOENT');
});

test('R14 compiler and engine of the package run by themselves', () => {
  const script = `import { compile } from 'hakbang/compiler';
    import { transition } from 'hakbang/engine';
    import { registryOf, platformOperations } from 'hakbang/registry';
    const registry = registryOf({ areas: [], operations: platformOperations, namespaces: {}, palettes: {}, contactHours: { from: 6, until: 22 }, oneOpen: [] });
    const { diagnostics } = await compile([{ path: 'flows/settings.json', text: '{' }], registry);
    console.log(diagnostics[0].code, transition.name);`;
  expect(call('node', ['--input-type=module', '--eval', script]).trim()).toMatch(/^[a-z-]+ transition$/);
});

test('R14 threads and processes of the package start from JavaScript', () => {
  const script = `import { existsSync } from 'node:fs';
    import { codeFile } from '${installed()}/server/platform/codeFile.js';
    const from = 'file://${installed()}/server/platform/cli/checkApplications.js';
    console.log(['./checkWorker', '../previewWorld', '../changes/compiling/compileWorker'].map((path) => existsSync(codeFile(path, from))).join());`;
  expect(call('node', ['--input-type=module', '--eval', script]).trim()).toBe('true,true,true');
});

test(
  'R14 in an empty folder, the package writes a product, checks it and serves its pages',
  async () => {
    call('npx', ['hakbang', 'new', 'product', '.']);
    expect(call('npx', ['hakbang', 'check'])).toContain('0 errors, 0 warnings.');
    mkdirSync(join(folder, '.data'), { recursive: true });
    const server = spawn('npx', ['hakbang', 'start'], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder, PORT: '4790' },
      detached: true,
    });
    try {
      const url = await printedAddress(server);
      const page = await (await fetch(`${url}/start`)).text();
      expect(page).toContain('Salo Claims');
      const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
      expect((await fetch(url + script)).status).toBe(200);
      const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> };
      expect(Object.keys(paths)).toContain('/api/claims');
      expect(Object.keys(paths).filter((path) => path.includes('loan'))).toEqual([]);
    } finally {
      // If it has ended by itself, the error above says why.
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    }
  },
  installMs,
);

const printedAddress = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /http:\/\/localhost:\d+/.exec(printed);
        if (found) resolve(found[0]);
      });
    server.on('exit', (code) => reject(new Error(`exit ${code}: ${printed}`)));
  });
