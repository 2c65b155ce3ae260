import { join } from 'node:path';
import rjsf from '@rjsf/validator-ajv8';
import type { RJSFSchema } from '@rjsf/utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { registry as claimRegistry } from '../../../examples/claim/server/registry.ts';
import type { FormAnswers, Registry } from '../../../engine/config/definitions.ts';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { compile, openRelease, type OpenRelease } from '../../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, type FakeForm } from '../../../engine/fake/index.ts';
import { checkForm, type WholeFormValidator } from '../../../engine/form/check.ts';
import { contextOf } from '../../../engine/form/context.ts';
import { isConditionalPart } from '../../../engine/form/owners.ts';
import { plainForm } from '../../../engine/form/plainSchema.ts';
import type { ValidatorError, WholeFormModule } from '../../../engine/form/types.ts';
import { createPort } from '../../../engine/react/form/createPort.ts';
import { partOf, shippedRelease } from '../../config/shipped.ts';
import { projectFiles } from '../../scenarios/project.ts';
import { root } from '../../support/root.ts';
import { householdFiles } from '../compiler/fixtures/household.ts';
import { registry } from '../compiler/fixtures/registry.ts';

/**
 * Three verdicts on the same answers: each field's validator, the validator of the whole form behind rjsf's port, and rjsf's own, which
 * compiles the same schema with its ajv. rjsf knows neither our conditions nor our rules, so its schema requires only what always applies.
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
const compiled = async (files: readonly SourceFile[], known: Registry) => {
  const { release, diagnostics } = await compile(files, known);
  if (!release) throw new Error(JSON.stringify(diagnostics));
  return release;
};
const lists = () => compiled(householdFiles(), registry);
const claim = () => compiled(projectFiles(join(root, 'examples/claim')), claimRegistry);

interface PortedForm extends FakeForm {
  /** rjsf's port as the browser implements it. */
  validate: WholeFormValidator;
}

async function portedForms(release: Release, open: OpenRelease): Promise<PortedForm[]> {
  const forms = Object.entries(open.forms).map(async ([id, { module, schema }]) => {
    const wholeForm = await partOf<WholeFormModule>(release, release.manifest.forms[id]?.wholeForm ?? '');
    const root = plainForm(schema) as RJSFSchema;
    const port = createPort(wholeForm, root);
    return {
      ...fakeForm(module, schema, open.settings.constants, open.conditions),
      validate: (answers: FormAnswers) => port.rawValidation<ValidatorError>(root, answers).errors ?? [],
    };
  });
  return Promise.all(forms);
}

describe.each([
  ['the product', shippedRelease, ['required', 'pattern', 'enum', 'maxLength', 'minItems']],
  ['the second product', claim, ['required', 'pattern', 'enum', 'maxLength', 'format']],
  ['objects and lists', lists, ['required', 'pattern', 'enum', 'maxLength', 'maxItems', 'format', 'type']],
])('K06 R12 on every form with %s', (_, load, keywords) => {
  let forms: PortedForm[];
  let open: OpenRelease;
  beforeAll(async () => {
    const release = await load();
    open = await openRelease(release);
    forms = await portedForms(release, open);
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
  const wrongAnswers = () =>
    forms.flatMap((form) =>
      seeds.flatMap((seed) => faultyAnswers(form, options(seed)).map(({ answers, breaks }) => ({ form, answers, ...breaks }))),
    );
  const rightAnswers = () =>
    forms.flatMap((form) =>
      seeds.flatMap((seed) =>
        (['valid', 'boundary'] as const).map((kind) => ({ form, answers: fakeAnswers(form, { ...options(seed), kind }) ?? {} })),
      ),
    );
  const liveErrors = ({ schema }: FakeForm, answers: FormAnswers): string[] => {
    const { errors = [], validationError } = rjsf.rawValidation<ValidatorError>(plain(schema), answers);
    if (validationError) throw validationError;
    return errors.map(placed);
  };

  test('the whole form’s validator and rjsf’s accept the right answers', () => {
    const judged = rightAnswers().map(({ form, answers }) => ({
      form: form.module.id,
      answers,
      live: liveErrors(form, answers),
      whole: form.validate(answers).map(placed),
    }));
    expect(judged.length).toBeGreaterThan(forms.length);
    expect(judged.filter(({ live, whole }) => live.length + whole.length > 0)).toEqual([]);
  });

  test('both find each mistake at the same place, and none where only a rule is broken', () => {
    const judged = wrongAnswers()
      .filter(({ form, path, code }) => code !== 'required' || !isConditional(form, path))
      .map(({ form, answers, path, code }) => {
        const isRule = form.module.rules.some(({ error }) => error === code);
        const live = liveErrors(form, answers);
        const whole = form.validate(answers).map(placed);
        const agrees = isRule
          ? live.length + whole.length === 0
          : live.includes(`${path} ${code}`) && whole.includes(`${path} ${code}`) && whole.every((error) => live.includes(error));
        return { form: form.module.id, answers, path, code, live, whole, agrees };
      });
    expect(judged.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(judged.map(({ code }) => code)).toEqual(expect.arrayContaining(keywords));
  });

  test('a form has the same problems whether it is validated as a whole or by field', () => {
    const judged = [...rightAnswers(), ...wrongAnswers()].map(({ form, answers }) => {
      const context = contextOf(options(0).surroundings, form.module.id, answers);
      return {
        form: form.module.id,
        byField: checkForm(form.module, context),
        whole: checkForm(form.module, context, { validate: form.validate }),
      };
    });
    expect(judged.map(({ form, whole }) => ({ form, problems: whole }))).toEqual(
      judged.map(({ form, byField }) => ({ form, problems: byField })),
    );
    expect(judged.filter(({ whole }) => whole.length > 0).length).toBeGreaterThan(forms.length);
  });
});

/** `/contacts/1/phone pattern`. A missing property is reported at its own path. */
const placed = ({ keyword, instancePath, params }: ValidatorError): string =>
  keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])} required` : `${instancePath} ${keyword}`;

/** Whether only the form's module requires the answer. */
function isConditional({ schema }: FakeForm, path: string): boolean {
  let at: PropertySchema | undefined = { type: 'object', properties: schema.properties };
  for (const key of path.split('/').slice(1)) {
    at = /^\d+$/.test(key) ? at?.items : at?.properties?.[key];
    if (at && isConditionalPart(at)) return true;
  }
  return false;
}
