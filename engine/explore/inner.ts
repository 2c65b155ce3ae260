import type { FormSchema } from '../config/form.ts';
import type { OpenForm } from '../compiler/index.ts';
import type { Entry } from '../compiler/project/project.ts';
import type { PlacedRule } from '../compiler/release/formModule.ts';
import type { Diagnostic } from '../compiler/types.ts';
import { pointerTo } from '../compiler/project/document.ts';
import { contextOf } from '../form/context.ts';
import { fieldOfScope, ownersOf, ownerValues } from '../form/owners.ts';
import { partApplies } from '../form/parts.ts';
import { pointer } from '../form/pointer.ts';
import { fieldOfRule } from '../form/rules.ts';
import type { RuleModule, Surroundings } from '../form/types.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, interestsOf } from '../fake/index.ts';
import { notFound } from './finding.ts';
import type { Explored } from './project.ts';

const tries = 12;

/**
 * Checks that a rule inside an answer can hold and can fail. Lists are unbounded, so the result is never certain: accepted answers
 * show that it holds, and answers that break only it show that it fails. If neither occurs, the finding includes the number of
 * attempts.
 */
export function exploreInnerRule(
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
    const [owner] = ownerValues(rule.scope, valid?.[fieldOfRule(rule)]);
    if (!owner) continue;
    seen.holds = true;
    const session = mirrored(placed, form, explored, owner.self);
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

/** Checks that the conditions inside answers hold for some people and not for others. As for rules, the result is never certain. */
export function exploreParts(entry: Entry<FormSchema>, form: OpenForm, explored: Explored): Diagnostic[] {
  const { constants, features } = explored.open.settings;
  const fake = fakeForm(form.module, form.schema, constants, explored.open.conditions);
  const surroundings: Surroundings = { answers: {}, session: {}, today: explored.today, constants, features };
  const random = createRandom(1);
  const conditional = ownersOf(form.schema).flatMap((owner) =>
    Object.entries(owner.schema.properties ?? {}).flatMap(([part, property]) =>
      owner.scope !== '' && property['x-when'] !== undefined ? [{ owner, part, verdicts: new Set<boolean>() }] : [],
    ),
  );
  if (conditional.length === 0) return [];
  for (let turn = 0; turn < tries * 2; turn++) {
    const answers = fakeAnswers(fake, { surroundings, random }) ?? {};
    const context = contextOf(surroundings, form.module.id, answers);
    for (const { owner, part, verdicts } of conditional) {
      const field = fieldOfScope(owner.scope);
      for (const { path } of ownerValues(owner.scope.replaceAll('[]', ''), answers[field]))
        verdicts.add(partApplies(form.module.fields[field], path + pointer(part), answers[field], context));
    }
  }
  return conditional.flatMap(({ owner, part, verdicts }): Diagnostic[] => {
    if (verdicts.size !== 1) return [];
    const at = `${pointerTo(`${owner.pointer}/properties`, part)}/x-when`;
    const bounds = { cases: tries * 2, isDecided: false };
    const [code, who] = verdicts.has(true) ? (['always-true', 'Everybody'] as const) : (['never-true', 'Nobody'] as const);
    return [notFound(code, entry, at, `${who} is asked for "${owner.scope}.${part}"`, bounds)];
  });
}

/** A session whose values equal those of an item, because a rule can compare both. */
function mirrored(
  placed: PlacedRule,
  form: OpenForm,
  explored: Explored,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { id } = form.module;
  const names = { form: id, self: `${id}.${placed.scope}` };
  const paths = [...interestsOf([{ source: placed.rule.assert, names }], explored.known, explored.open.conditions).keys()];
  const read = paths.flatMap((path) => (path.startsWith('session.') ? [path.slice('session.'.length)] : []));
  return Object.fromEntries(read.map((name) => [name, item[placed.rule.at]]));
}
