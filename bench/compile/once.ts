// Compiles once in a fresh process, like the command line, without warm caches. Argument: number of copies.
import { compile } from '../../engine/compiler/index.ts';
import { readProject } from '../project.ts';
import { registry } from '../registry.ts';
import { withCopies } from './copies.ts';
import { screenBytes } from './size.ts';

const files = withCopies(readProject(), Number(process.argv[2] ?? 0));
const started = performance.now();
const { diagnostics, release } = await compile(files, registry);
const ms = performance.now() - started;
const errors = diagnostics
  .filter(({ severity }) => severity === 'error')
  .slice(0, 5)
  .map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`);
const size = release ? { screens: Object.keys(release.manifest.screens).length, ...screenBytes(release) } : undefined;
process.stdout.write(JSON.stringify({ ms, files: files.length, errors, ...size }));
