import { compile } from '../../compiler/index.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { formats, tell } from '../tell.ts';
import type { Command } from '../types.ts';

const nothingThere = 'There is no configuration here: the folders schemas/, flows/ and locales/ are missing or empty.';

export const check: Command = {
  usage: ['check [--format text|json]   checks the configuration'],
  async run(args, deps) {
    const { values } = readArguments(args, { format: { type: 'string', default: 'text' } });
    const format = oneOf('format', values.format, formats);
    const files = deps.read();
    if (files.length === 0) {
      deps.error(nothingThere);
      return 2;
    }
    const result = await compile(files, deps.registry);
    tell(result, files, format, deps);
    return result.release ? 0 : 1;
  },
};
