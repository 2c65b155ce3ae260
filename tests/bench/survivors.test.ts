import { describe, expect, test } from 'vitest';
import { reasonOf, reasons } from '../../bench/mutation/reasons.ts';
import { report, type Result } from '../../bench/mutation/report.ts';

/** A fault that a run printed for each reason, and what tells the reason from its neighbours. */
const survivors: readonly [operator: string, path: string, pointer: string, reason: RegExp][] = [
  ['drop a part of a condition', 'flows/screens/homeIndex.screen.json', '/blocks/1/when', /^Both conditions are valid.*cases/],
  ['shift a comparison', 'flows/conditions.json', '/conditions/isAdult', /^Both conditions are valid/],
  ['negate a condition', 'schemas/forms/work.schema.json', '/properties/income/x-when', /^Both conditions are valid/],
  ['misspell a text in CEL', 'flows/screens/bill.screen.json', '/blocks/2/tone', /value of the same type/],
  ['widen a pattern', 'schemas/formats/phone.schema.json', '/pattern', /agree on all examples and rejects/],
  ['swap two items', 'flows/screens/my.screen.json', '/blocks/3', /which blocks and items a screen has/],
  ['drop an item', 'flows/screens/my.screen.json', '/blocks/3/blocks/0', /which blocks and items a screen has/],
  ['turn a switch', 'flows/screens/my.screen.json', '/blocks/3/wide', /allows several values/],
  ['move a number', 'flows/screens/my.screen.json', '/data/loan/refreshSeconds', /refetched/],
  ['drop a member', 'flows/screens/my.screen.json', '/keepAlive', /layout, aliases/],
  ['swap two items', 'schemas/forms/work.ui.json', '/order/1', /order and look of fields/],
  ['drop an item', 'schemas/enums/bank.schema.json', '/enum/4', /are the product itself/],
  ['move a number', 'schemas/formats/phone.schema.json', '/maxLength', /bound that includes/],
  ['move a number', 'flows/onboarding.flow.json', '/steps/1/minutes', /checks of steps/],
  ['drop an item', 'flows/lifecycles/loan.lifecycle.json', '/states/due/on/paid/effects/0', /promise of the product/],
  ['move a number', 'flows/decisions/underwriting.decisions.json', '/rows/2/outcome/limitCents', /^Any outcome/],
  ['move a number', 'flows/lending/rewards.json', '/easyReloan/first', /within the legal caps/],
  ['break a reference', 'flows/errors.json', '/errors/smsLimit/reaction', /how an error appears/],
  ['swap two items', 'flows/content/guides.json', '/items/0', /may change them any day/],
  ['drop an item', 'flows/navigation.json', '/rules/0', /redirects and tabs/],
  ['move a number', 'flows/login.json', '/codesPerDay', /legitimate edit looks the same/],
  ['drop a member', 'locales/en/forms.json', '/work/income/hint', /Hints, placeholders/],
  ['turn a switch', 'hakbang.config.json', '/rules', /strictness of checks/],
];

const survivor = (path: string, verdict: Partial<Result['verdict']> = {}): Result => ({
  mutant: { operator: 'move a number', path, pointer: '/a', line: 3, said: '1 → 2' },
  verdict: { isHarmful: true, foundBy: 'recording', ...verdict },
});

describe('a fault that check and explore did not find', () => {
  test.each(survivors)('%s in %s %s is explained by its place', (operator, path, pointer, reason) => {
    expect(reasonOf({ operator, path, pointer })?.why).toMatch(reason);
  });

  test('has no reason in the table that none ever needed', () => {
    const needed = new Set(survivors.map(([operator, path, pointer]) => reasonOf({ operator, path, pointer })));
    expect(reasons.filter((reason) => !needed.has(reason))).toEqual([]);
  });

  test('is reported as unexplained if no reason matches, and counted', () => {
    const output = report([survivor('flows/odd/new.json'), survivor('flows/login.json')], { seed: 1, survivors: false });
    expect(output).toContain('Survivors of check and explore: 2, of which unexplained: 1.');
    expect(output).toContain('- recording: flows/odd/new.json:3 /a (move a number) 1 → 2\n  Unexplained.');
    expect(output).not.toContain('- recording: flows/login.json');
  });

  test('is reported with its changed behaviour and possible detector, always if undetected', () => {
    const lost = survivor('flows/login.json', { foundBy: undefined, differs: 'values of the kind login' });
    const output = report([lost], { seed: 1, survivors: false });
    expect(output).toContain(
      '- NOT FOUND: flows/login.json:3 /a (move a number) 1 → 2\n  Otherwise: values of the kind login\n  No other file determines days, counts',
    );
    expect(output).toContain('  Held by the recording (the line of the value).');
  });

  test('does not exist if the fault is harmless or detected', () => {
    const found = survivor('flows/odd/new.json', { foundBy: 'check' });
    const harmless = survivor('flows/odd/new.json', { isHarmful: false, foundBy: undefined });
    expect(report([found, harmless], { seed: 1, survivors: true })).toContain(
      'Survivors of check and explore: 0, of which unexplained: 0.',
    );
  });
});
