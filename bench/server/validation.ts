import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadPart } from '../../engine/compiler/index.ts';
import { checkForm } from '../../engine/form/check.ts';
import { contextOf } from '../../engine/form/context.ts';
import type { FormModule } from '../../engine/form/types.ts';
import { generateFields } from '../forms/fields.ts';
import { formId } from '../forms/configuration.ts';
import { compileForm } from '../forms/hakbang.ts';
import { plainSchema, validAnswers } from '../forms/schema.ts';
import { atLeast, type Figure } from '../report.ts';
import { byTurns } from '../statistics.ts';

const size = 100;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string) => datePattern.test(text) && new Date(text).toISOString().startsWith(text);

/** Validates the same form with our module and with one ajv validator of the equivalent plain schema. */
export async function measureValidation(rounds: number): Promise<Figure[]> {
  const fields = generateFields(size);
  const { manifest, parts } = await compileForm(fields);
  const part = parts.get(manifest.forms[formId]?.module ?? '');
  if (!part) throw new Error('The generated form has no module.');
  const module = (await loadPart(part)) as FormModule;
  const validate = new Ajv2020({ allErrors: true, strict: false, formats: { date: isDay } }).compile(plainSchema(fields));
  const surroundings = { answers: {}, session: {}, today: '2026-01-31', constants: {}, features: {} };
  const check = (answers: Record<string, unknown>) => checkForm(module, contextOf(surroundings, formId, answers));

  const right = validAnswers(fields);
  if (!validate(right) || check(right).length > 0) throw new Error('Valid answers are rejected.');
  if (validate({}) || check({}).length === 0) throw new Error('The empty form is accepted.');

  const turns = rounds * 3;
  const sound = byTurns(
    () => check(right),
    () => validate(right),
    turns,
  );
  const empty = byTurns(
    () => check({}),
    () => validate({}),
    turns,
  );
  return [
    { what: `validation, ${size} right answers: ours`, unit: '/s', hakbang: sound.ours, goal: atLeast(0.9, sound.ratio, ' × ajv') },
    { what: '  … one ajv validator of the same schema', unit: '/s', hakbang: sound.theirs },
    { what: `validation, ${size} fields, all empty: ours`, unit: '/s', hakbang: empty.ours },
    { what: '  … one ajv validator of the same schema', unit: '/s', hakbang: empty.theirs },
  ];
}
