import type { BundledForm } from '../compiler/forms/bundle.ts';
import { rulesOf, type PlacedRule } from '../compiler/release/formModule.ts';
import { fieldOfScope } from '../form/owners.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import type { Side, Sides } from './side.ts';

/** Compares the rules of a form. */
export function ruleChanges(form: string, was: BundledForm, now: BundledForm, { before, after }: Sides): Found[] {
  const [old, fresh] = [rulesOf(was.schema), rulesOf(now.schema)];
  const isIn = (all: readonly PlacedRule[], one: PlacedRule) => all.some((each) => sameRule(each, one));
  const found = (
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
        ? 'Every existing answer stays valid.'
        : 'Some existing answers may be refused. Such a draft stays on its release.',
    side,
    document: entry.document,
    pointer: each.pointer,
    about: { answers: [`${form}.${fieldOfScope(each.scope) || each.rule.at}`] },
  });
  return [
    ...old
      .filter((each) => !isIn(fresh, each))
      .map((each) => found(before, was, each, 'rule-removed', 'loosened', `The rule "${each.rule.assert}" was removed.`)),
    ...fresh
      .filter((each) => !isIn(old, each))
      .map((each) => found(after, now, each, 'rule-added', 'tightened', `The rule "${each.rule.assert}" is new.`)),
  ];
}

const sameRule = (one: PlacedRule, other: PlacedRule): boolean =>
  one.scope === other.scope &&
  one.rule.at === other.rule.at &&
  one.rule.error === other.rule.error &&
  sameExpression(one.rule.assert, other.rule.assert);
