import type { BundledForm } from '../compiler/forms/bundle.ts';
import { rulesOf, type PlacedRule } from '../compiler/release/formModule.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import type { Side, Sides } from './side.ts';

/** What must hold across the fields of a form. */
export function ruleChanges(form: string, was: BundledForm, now: BundledForm, { before, after }: Sides): Found[] {
  const [old, fresh] = [rulesOf(was.schema), rulesOf(now.schema)];
  const isIn = (all: readonly PlacedRule[], one: PlacedRule) => all.some((each) => sameRule(each, one));
  const told = (
    side: Side,
    { entry }: BundledForm,
    each: PlacedRule,
    code: string,
    direction: 'tightened' | 'loosened',
    message: string,
  ): Found => ({
    class: 'RULE',
    code,
    direction,
    message: `${form}: ${message}`,
    why:
      direction === 'loosened'
        ? 'Every answer of before holds.'
        : 'Some answers of before may be refused; such a draft stays under its release.',
    side,
    document: entry.document,
    pointer: each.pointer,
    about: { answers: [`${form}.${each.scope === '' ? each.rule.at : each.scope}`] },
  });
  return [
    ...old
      .filter((each) => !isIn(fresh, each))
      .map((each) => told(before, was, each, 'rule-removed', 'loosened', `"${each.rule.assert}" need not hold any more.`)),
    ...fresh
      .filter((each) => !isIn(old, each))
      .map((each) => told(after, now, each, 'rule-added', 'tightened', `"${each.rule.assert}" must hold.`)),
  ];
}

const sameRule = (one: PlacedRule, other: PlacedRule): boolean =>
  one.scope === other.scope &&
  one.rule.at === other.rule.at &&
  one.rule.error === other.rule.error &&
  sameExpression(one.rule.assert, other.rule.assert);
