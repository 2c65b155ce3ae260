import { compile, openRelease } from '../../compiler/index.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, type FakeForm } from '../../fake/index.ts';
import { readArguments, UsageError } from '../arguments.ts';
import { reportCompile } from '../reporting.ts';
import type { Command } from '../types.ts';

const someDay = '2026-01-01';

export const fake: Command = {
  usage: [
    'fake <form> [--count n] [--seed n] [--boundary | --invalid] [--today YYYY-MM-DD]',
    '                             prints answers that the form accepts, one JSON object per line; or invalid ones with their error',
  ],
  async run(args, deps) {
    const { values, positionals } = readArguments(
      args,
      {
        count: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        boundary: { type: 'boolean', default: false },
        invalid: { type: 'boolean', default: false },
        today: { type: 'string', default: someDay },
      },
      1,
    );
    const [name = ''] = positionals;
    const [count, seed] = [whole('count', values.count), whole('seed', values.seed)];
    const files = deps.read();
    const result = await compile(files, deps.registry, deps.verdicts);
    if (!result.release) {
      reportCompile(result, files, 'text', deps);
      return 1;
    }
    const open = await openRelease(result.release);
    const form = Object.hasOwn(open.forms, name) ? open.forms[name] : undefined;
    if (!form) throw new UsageError(`There is no form "${name}". The forms are ${Object.keys(open.forms).join(', ')}.`);
    const { constants, features } = open.settings;
    const surroundings = { answers: {}, session: {}, today: values.today, constants, features };
    const kind = values.boundary ? ('boundary' as const) : ('valid' as const);
    const options = { surroundings, random: createRandom(seed), kind };
    for (const answers of make(fakeForm(form.module, form.schema, constants, open.conditions), values.invalid)) {
      if (answers === undefined) {
        deps.error(`Found no answers that "${name}" accepts.`);
        return 1;
      }
      deps.out(JSON.stringify(answers));
    }
    return 0;

    function make(made: FakeForm, invalid: boolean): unknown[] {
      if (!invalid) return Array.from({ length: count }, () => fakeAnswers(made, options));
      const faults = new Map<string, unknown>();
      for (let tries = 0; tries < count; tries++) {
        for (const fault of faultyAnswers(made, options)) faults.set(JSON.stringify(fault.breaks), fault);
      }
      return [...faults.values()];
    }
  },
};

function whole(option: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${option} must be a whole number, not "${value}".`);
  return Number(value);
}
