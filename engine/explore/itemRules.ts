import { isPlainObject } from '../form/empty.ts';
import type { FormSchema } from '../config/form.ts';
import type { OpenForm } from '../compiler/index.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { PlacedRule } from '../compiler/release/formModule.ts';
import type { Diagnostic } from '../compiler/types.ts';
import type { RuleModule, Surroundings } from '../form/types.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, interestsOf } from '../fake/index.ts';
import { notFound } from './finding.ts';
import type { Explored } from './project.ts';

const tries = 12;

/**
 * Checks that a rule about list items can hold and can fail. Lists are unbounded, so the result is never certain: accepted answers
 * show that it holds, and answers that break only it show that it fails. If neither occurs, the finding includes the number of
 * attempts.
 */
export function exploreItemRule(
  entry: Entry<FormSchema>,
  form: OpenForm,
  placed: PlacedRule,
  rule: RuleModule,
  explored: Explored,
): Diagnostic[] {
  const { constants, features } = explored.open.settings;
  const fake = fakeForm(form.module, form.schema, constants, explored.open.conditions);
  const random = createRandom(1);
  const seen = { holds: false, fails: false };
  let cases = 0;
  for (let turn = 0; turn < tries && !(seen.holds && seen.fails); turn++) {
    const quiet: Surroundings = { answers: {}, session: {}, today: explored.today, constants, features };
    const valid = fakeAnswers(fake, { surroundings: quiet, random });
    const items = valid?.[rule.scope];
    if (!valid || !Array.isArray(items) || items.length === 0) continue;
    seen.holds = true;
    const session = mirrored(placed, form, explored, isPlainObject(items[0]) ? items[0] : {});
    for (const surroundings of [quiet, { ...quiet, session }]) {
      const broken = faultyAnswers(fake, { surroundings, random });
      cases += 1 + broken.length;
      seen.fails ||= broken.some(({ breaks }) => breaks.code === rule.error);
    }
  }
  // If nobody can complete the form or fill the list, the form has its own finding.
  if (!seen.holds || seen.fails) return [];
  const bounds = { cases, isDecided: false };
  return [notFound('rule-never-fails', entry, `${placed.pointer}/assert`, `The rule "${rule.error}" never fails`, bounds)];
}

/** A session whose values equal those of an item, because a rule can compare both. */
function mirrored(
  placed: PlacedRule,
  form: OpenForm,
  explored: Explored,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { id } = form.module;
  const names = { form: id, self: `${id}.${placed.scope}[]` };
  const paths = [...interestsOf([{ source: placed.rule.assert, names }], explored.known, explored.open.conditions).keys()];
  const read = paths.flatMap((path) => (path.startsWith('session.') ? [path.slice('session.'.length)] : []));
  return Object.fromEntries(read.map((name) => [name, item[placed.rule.at]]));
}
