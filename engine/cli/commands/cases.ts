import { casesFiles } from '../../cases/index.ts';
import { compile } from '../../compiler/index.ts';
import { readArguments } from '../arguments.ts';
import { reportCompile } from '../reporting.ts';
import type { Command } from '../types.ts';

export const cases: Command = {
  usage: [
    'cases [files…]               generates test cases for the conditions in these files (default: all): the smallest data that',
    '                             distinguishes each condition from near misses. check then verifies them',
  ],
  async run(args, deps) {
    const { positionals } = readArguments(args, {}, Infinity);
    const files = deps.read();
    const compiled = await compile(files, deps.registry);
    if (!compiled.release) {
      reportCompile(compiled, files, 'text', deps);
      return 1;
    }
    const made = await casesFiles(compiled.release, deps.registry, positionals);
    const changed = made.filter(({ path, text }) => files.find((file) => file.path === path)?.text !== text);
    deps.write(changed);
    for (const { path } of changed) deps.out(path);
    deps.out(`${made.length} case files, ${changed.length} written.`);
    return 0;
  },
};
