import { compile } from '../../compiler/index.ts';
import { readArguments, UsageError } from '../arguments.ts';
import { formatText } from '../formats/text.ts';
import { Draft, ScaffoldError } from '../../scaffold/draft.ts';
import { type Scaffold, scaffolds } from '../../scaffold/kinds.ts';
import type { Command } from '../types.ts';

const kinds = Object.keys(scaffolds);

export const begin: Command = {
  usage: Object.entries(scaffolds).map(([kind, { words }], index) => {
    const call = `new ${kind} ${words.map((word) => `<${word}>`).join(' ')}`;
    return index === 0 ? `${call.padEnd(29)}creates its files, texts and entry in the flow` : call;
  }),
  async run(args, deps) {
    const [kind = '', ...words] = readArguments(args, {}, 4).positionals;
    const scaffold = Object.hasOwn(scaffolds, kind) ? scaffolds[kind] : undefined;
    if (!scaffold) throw new UsageError(`"new" needs one of ${kinds.join(', ')}.`);
    if (words.length !== scaffold.words.length)
      throw new UsageError(`new ${kind} needs ${scaffold.words.map((word) => `<${word}>`).join(' ')}.`);
    const files = deps.read();
    const draft = new Draft(files);
    make(scaffold, draft, words);
    deps.write(draft.changed);
    for (const { path } of draft.changed) deps.out(path);
    for (const note of draft.notes) deps.out(`- ${note}`);
    if (kind !== 'language' && draft.toTranslate !== '') deps.out(`- Translate its texts: ${draft.toTranslate}.`);
    const now = deps.read();
    const found = (await compile(now, deps.registry, deps.verdicts)).diagnostics.filter(({ severity }) => severity !== 'info');
    deps.out(formatText(found, now, { colour: deps.colour ?? false }));
    return found.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};

function make(scaffold: Scaffold, draft: Draft, words: readonly string[]): void {
  try {
    scaffold.make(draft, ...words);
  } catch (error) {
    throw error instanceof ScaffoldError ? new UsageError(error.message) : error;
  }
}
