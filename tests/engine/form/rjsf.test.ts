import rjsf from '@rjsf/validator-ajv8';
import type { ErrorObject } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { compile, openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, type FakeForm } from '../../../engine/fake/index.ts';
import { shippedRelease } from '../../config/shipped.ts';
import { isConditionalPart } from '../../../engine/form/owners.ts';
import { householdFiles } from '../compiler/fixtures/household.ts';
import { registry } from '../compiler/fixtures/registry.ts';

/**
 * The release's validators against rjsf's own, which compiles the same schema with its ajv. rjsf knows neither our conditions nor our
 * rules, so its schema requires only what always applies.
 */
type Schema = Parameters<typeof rjsf.rawValidation>[0];

function plain({ properties, items, required = [], ...rest }: PropertySchema): Schema {
  const own = Object.entries(rest).filter(([key]) => !key.startsWith('x-') && !['$schema', 'id', 'examples', 'oneOf'].includes(key));
  const parts = Object.entries(properties ?? {});
  const conditional = new Set(parts.filter(([, part]) => isConditionalPart(part)).map(([name]) => name));
  const object = {
    properties: Object.fromEntries(parts.map(([name, part]) => [name, plain(part)])),
    required: required.filter((name) => !conditional.has(name)),
    additionalProperties: false,
  };
  return { ...Object.fromEntries(own), ...(properties && object), ...(items && { items: plain(items) }) };
}

const seeds = Array.from({ length: 5 }, (_, seed) => seed);
const product = async () => openRelease(await shippedRelease());
const lists = async () => {
  const { release, diagnostics } = await compile(householdFiles(), registry);
  if (!release) throw new Error(JSON.stringify(diagnostics));
  return openRelease(release);
};

describe.each([
  ['the product', product, ['required', 'pattern', 'enum', 'maxLength', 'minItems']],
  ['objects and lists', lists, ['required', 'pattern', 'enum', 'maxLength', 'maxItems', 'format', 'type']],
])('K06 R12 on every form with %s', (_, load, keywords) => {
  let forms: FakeForm[];
  let open: OpenRelease;
  beforeAll(async () => {
    open = await load();
    forms = Object.values(open.forms).map(({ module, schema }) => fakeForm(module, schema, open.settings.constants, open.conditions));
  });

  const options = (seed: number) => ({
    surroundings: {
      answers: {},
      session: { phone: '9170000000', imageCodeRequired: true },
      today: '2026-03-01',
      constants: open.settings.constants,
      features: open.settings.features,
    },
    random: createRandom(seed),
  });
  const errorsOf = ({ schema }: FakeForm, answers: FormAnswers): string[] => {
    const { errors = [], validationError } = rjsf.rawValidation<ErrorObject>(plain(schema), answers);
    if (validationError) throw validationError;
    return errors.map(({ keyword, instancePath, params }) =>
      keyword === 'required' ? `${instancePath}/${params['missingProperty']} required` : `${instancePath} ${keyword}`,
    );
  };

  test('rjsf’s validator accepts the right answers', () => {
    const made = forms.flatMap((form) =>
      seeds.flatMap((seed) =>
        (['valid', 'boundary'] as const).map((kind) => ({ form, answers: fakeAnswers(form, { ...options(seed), kind }) ?? {} })),
      ),
    );
    const refused = made.map(({ form, answers }) => ({ form: form.module.id, answers, errors: errorsOf(form, answers) }));
    expect(refused.filter(({ errors }) => errors.length > 0)).toEqual([]);
  });

  test('rjsf’s validator finds each mistake at the same place, and none where only a rule is broken', () => {
    const made = forms.flatMap((form) =>
      seeds.flatMap((seed) =>
        faultyAnswers(form, options(seed)).map(({ answers, breaks: { path, code } }) => ({ form, answers, path, code })),
      ),
    );
    const judged = made
      .filter(({ form, path, code }) => code !== 'required' || !isConditional(form, path))
      .map(({ form, answers, path, code }) => {
        const isRule = form.module.rules.some(({ error }) => error === code);
        const errors = errorsOf(form, answers);
        return {
          form: form.module.id,
          answers,
          path,
          code,
          errors,
          agrees: isRule ? errors.length === 0 : errors.includes(`${path} ${code}`),
        };
      });
    expect(judged.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(judged.map(({ code }) => code)).toEqual(expect.arrayContaining(keywords));
  });
});

/** Whether only the form's module requires the answer. */
function isConditional({ schema }: FakeForm, path: string): boolean {
  let at: PropertySchema | undefined = { type: 'object', properties: schema.properties };
  for (const key of path.split('/').slice(1)) {
    at = /^\d+$/.test(key) ? at?.items : at?.properties?.[key];
    if (at && isConditionalPart(at)) return true;
  }
  return false;
}
