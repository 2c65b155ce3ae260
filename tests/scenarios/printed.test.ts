import { describe, expect, test } from 'vitest';
import type { FieldUi } from '../../engine/config/formUi.ts';
import { checkForm } from '../../engine/form/check.ts';
import { contextOf } from '../../engine/form/context.ts';
import { normalise, tidied } from '../../engine/form/normalise.ts';
import { applyMask, withoutMask } from '../../engine/form/typingMask.ts';
import { flowOf } from './project.ts';

const { modules, definitions } = await flowOf('onboarding');
const today = '2026-11-22';

interface Case {
  form: string;
  field: string;
  /** Other answers, on which it depends whether and how the field is asked. */
  answers?: Record<string, unknown>;
}

/** What the text widget makes of keys pressed one after another, and how it shows the result once the field is left. */
function typed({ form, field, answers = {} }: Case, keys: string): { stored: unknown; shown: string } {
  const ui: FieldUi = definitions?.[form]?.ui.fields[field] ?? {};
  const variants = ui['ui:variants'];
  const options = { ...ui['ui:options'], ...(variants && variants.options[String(answers[variants.by])]) };
  const mask = typeof options['mask'] === 'string' ? options['mask'] : '';
  let shown = '';
  for (const key of keys) shown = applyMask(withoutMask(String(normalise(ui['ui:normalise'], shown + key, true)), mask), mask);
  const stored = tidied(ui, withoutMask(shown, mask));
  return { stored, shown };
}

/** The problem of the field with these answers. */
function problemOf({ form, field, answers = {} }: Case, value: unknown): string | undefined {
  const module = modules[form];
  if (!module) throw new Error(`no form ${form}`);
  const surroundings = { answers: {}, session: {}, today, constants: { minimumAge: 18, maximumAge: 65 }, features: {} };
  const problems = checkForm(module, contextOf(surroundings, form, { ...answers, [field]: value }));
  return problems.find(({ path }) => path === `/${field}`)?.code;
}

describe('V07 a number can be typed as printed on the card', () => {
  test.each([
    ['philSys', '1234-5678-9012-3456', '1234567890123456', '1234-5678-9012-3456'],
    ['philSys', '1234 5678 9012', '123456789012', '1234-5678-9012'],
    ['umid', 'crn-0111-1234567-9', 'CRN011112345679', 'CRN-0111-1234567-9'],
    ['driversLicense', 'N01-12-123456', 'N0112123456', 'N01-12-123456'],
    ['passport', 'p1234567a', 'P1234567A', 'P1234567A'],
    ['sss', '34-1234567-8', '3412345678', '34-1234567-8'],
    ['philHealth', '12-345678901-2', '123456789012', '12-345678901-2'],
    ['tin', '123-456-789-000', '123456789000', '123-456-789-000'],
    ['tin', '123–456–789', '123456789', '123-456-789'],
    ['prc', '0123456', '0123456', '0123456'],
    ['postalId', 'PRN 1001 4123 4567 P', 'PRN100141234567P', 'PRN 1001 4123 4567 P'],
    ['votersId', '7202-0098A-D2685BRA10000', '72020098AD2685BRA10000', '7202-0098A-D2685BRA10000'],
  ])('%s %s', (idType, keys, stored, shown) => {
    const subject: Case = { form: 'identity', field: 'idNumber', answers: { idType } };
    expect(typed(subject, keys)).toEqual({ stored, shown });
    expect(problemOf(subject, stored)).toBeUndefined();
  });

  test.each([
    ['sss', '34-12345678-8', 'formatSss'],
    ['sss', '-3412345678', 'pattern'],
    ['philSys', '1234-5678-9012-345O', 'formatPhilSys'],
    ['tin', '123.456.789', 'pattern'],
    ['prc', '01234567', 'formatPrc'],
  ])('%s %s is refused, not made into another number', (idType, keys, code) => {
    const subject: Case = { form: 'identity', field: 'idNumber', answers: { idType } };
    const { stored } = typed(subject, keys);
    expect(String(stored).replaceAll('-', '')).toBe(keys.replaceAll('-', ''));
    expect(problemOf(subject, stored)).toBe(code);
  });
});

test.each([
  ['1100', '001100', undefined],
  ['11 00', '001100', undefined],
  ['001100', '001100', undefined],
  ['110', '110', 'pattern'],
  ['110a', '110a', 'pattern'],
  ['-1100', '-1100', 'pattern'],
  ['11.00', '11.00', 'pattern'],
])('V04 V12 the ZIP code %s is kept as %s', (keys, stored, code) => {
  const subject: Case = { form: 'address', field: 'postalCode' };
  expect(typed(subject, keys).stored).toBe(stored);
  expect(problemOf(subject, stored)).toBe(code);
});

test.each([
  ['bank', 'account', { payoutMethod: 'bank' }, '0012-3456-7890', '001234567890', undefined],
  ['bank', 'account', { payoutMethod: 'bank' }, '-1234567', '-1234567', 'pattern'],
  ['bank', 'account', { payoutMethod: 'bank' }, '12345.67', '12345.67', 'pattern'],
  ['bank', 'wallet', { payoutMethod: 'wallet' }, '+63 917 123 4567', '09171234567', undefined],
  ['bank', 'wallet', { payoutMethod: 'wallet' }, '0917123456a7', '0917123456a7', 'pattern'],
  ['work', 'companyPhone', { jobType: 'contractWorker' }, '(02) 8555-0123', '0285550123', undefined],
  ['work', 'companyPhone', { jobType: 'contractWorker' }, '8555012x3', '8555012x3', 'pattern'],
  ['contact', 'whatsapp', {}, '0917-123-4567', '09171234567', undefined],
  ['contact', 'email', {}, 'maria santos@mail.ph', 'maria santos@mail.ph', 'pattern'],
  ['contact', 'facebookUsername', {}, 'maria santos', 'maria santos', 'pattern'],
] as const)('%s.%s %o: %s is kept as %s', (form, field, answers, keys, stored, code) => {
  expect(typed({ form, field, answers }, keys).stored).toBe(stored);
  expect(problemOf({ form, field, answers }, stored)).toBe(code);
});
