import { rulesOf } from '../../compiler/index.ts';
import type { Rule } from '../../config/rules/rule.ts';
import { nearMiss } from '../../expression/index.ts';
import { readArguments, UsageError } from '../arguments.ts';
import { docsOfRule } from '../docs.ts';
import type { Command } from '../types.ts';

export const rules: Command = {
  usage: ['rules [code]                 lists the rules, or explains one with a bad and a good example'],
  async run(args, deps) {
    const [code] = readArguments(args, {}, 1).positionals;
    const known = rulesOf(deps.registry);
    if (code === undefined) {
      const width = Math.max(...Object.keys(known).map((each) => each.length));
      for (const [each, rule] of Object.entries(known)) deps.out(`${each.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.title}`);
      return 0;
    }
    const rule = Object.hasOwn(known, code) ? known[code] : undefined;
    if (!rule) throw new UsageError([`There is no rule "${code}".`, nearMiss(code, Object.keys(known)).fix].filter(Boolean).join(' '));
    deps.out(docsOfRule(code) ?? summaryOf(code, rule));
    return 0;
  },
};

const summaryOf = (code: string, { severity, title, why }: Rule): string => `# ${code}\n\n${title} (${severity}).\n\n${why}`;
