import { compile } from '../../compiler/index.ts';
import { createExplorer } from '../../explore/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { formats } from '../formats/index.ts';
import { report, tell } from '../tell.ts';
import type { Command } from '../types.ts';

export const explore: Command = {
  usage: [
    `explore [--format ${formats.join('|')}] [--output file] [--all]`,
    '                             what nobody reaches, nothing satisfies, always or never holds; --all: what it could not decide, too',
  ],
  async run(args, deps) {
    const { values } = readArguments(args, {
      format: { type: 'string', default: 'text' },
      output: { type: 'string' },
      all: { type: 'boolean', default: false },
    });
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    const compiled = await compile(files, deps.registry);
    if (!compiled.release) {
      tell(compiled, files, format, deps);
      return 1;
    }
    const everything = await createExplorer(deps.registry).explore(compiled.release);
    const diagnostics = values.all ? everything : everything.filter(({ severity }) => severity !== 'info');
    report({ diagnostics, files, release: compiled.release.hash }, { format, output: values.output, command: 'explore' }, deps);
    return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};
