import type { CarryOver, MigrationStep } from './carryOver.ts';
import type { KindFinding, ProjectView } from './definitions.ts';
import type { FormSchema, PropertySchema } from './form.ts';

/** The final place of a step's target after all later steps. Undefined if it is dropped. */
interface Target {
  form: string;
  field?: string;
}

/** Checks what the meta-schema cannot express: that the final names, codes and values are valid. */
export function checkCarryOver({ migrations }: CarryOver, project: ProjectView): KindFinding[] {
  const ids = migrations.map(({ id }) => id);
  const repeated = ids.flatMap((id, index): KindFinding[] =>
    ids.indexOf(id) === index
      ? []
      : [{ code: 'duplicate-id', pointer: `/migrations/${index}/id`, message: `"${id}" is already in this list.` }],
  );
  const steps = migrations.flatMap((migration, at) =>
    (migration.steps ?? []).map((step, index) => ({ step, pointer: `/migrations/${at}/steps/${index}` })),
  );
  const found = steps.flatMap(({ step, pointer }, index) => {
    const later = steps.slice(index + 1).map((each) => each.step);
    return [
      ...checkTarget(step, later, pointer, project),
      ...checkStepName(step, later, pointer, project),
      ...checkDrop(step, later, pointer, project),
    ];
  });
  return [...repeated, ...found];
}

/** Returns the target of a step. A form of the past can be gone, but the target must exist. */
function targetOf({ rename, move, mapCode, default: preset, askAgain }: MigrationStep): Target | undefined {
  if (rename) return rename.field === undefined ? { form: rename.to } : { form: rename.form, field: withLast(rename.field, rename.to) };
  if (move) return { form: move.toForm, field: move.to ?? move.field };
  return mapCode ?? preset ?? askAgain;
}

const withLast = (path: string, name: string) => [...path.split('.').slice(0, -1), name].join('.');

function checkTarget(step: MigrationStep, later: readonly MigrationStep[], pointer: string, project: ProjectView): KindFinding[] {
  const begun = targetOf(step);
  const target = begun && later.reduce<Target | undefined>((place, next) => place && followed(place, next), begun);
  const [kind = ''] = Object.keys(step);
  const at = `${pointer}/${kind}`;
  if (!target || project.isBroken('form', target.form)) return [];
  const form = project.get('form', target.form);
  if (!form) return [{ code: 'unknown-form', pointer: at, message: `The target form "${target.form}" does not exist.` }];
  if (target.field === undefined) return [];
  const property = propertyAt(form, target.field.split('.'), project);
  if (property === 'unknown') {
    return [{ code: 'unknown-field', pointer: at, message: `The target form "${target.form}" has no field "${target.field}".` }];
  }
  return checkValues(step, later, property, at);
}

/** An answer that is still asked for is asked again, not dropped. */
function checkDrop({ drop }: MigrationStep, later: readonly MigrationStep[], pointer: string, project: ProjectView): KindFinding[] {
  if (!drop || later.some((next) => targetOf(next)?.form === drop.form)) return [];
  const form = project.get('form', drop.form);
  const isAsked = form && (drop.field === undefined || Object.hasOwn(form.properties, drop.field.split('.')[0] ?? ''));
  if (!isAsked || drop.field?.includes('.')) return [];
  const what = drop.field === undefined ? `the form "${drop.form}"` : `"${drop.form}.${drop.field}"`;
  return [
    {
      code: 'wrong-value',
      pointer: `${pointer}/drop`,
      message: `Drops ${what}, which is still asked for.`,
      fix: 'Use "askAgain", or remove the step.',
    },
  ];
}

function followed(place: Target, { rename, move, drop }: MigrationStep): Target | undefined {
  const isHere = (step: { form: string; field?: string }) => step.form === place.form && step.field === place.field;
  if (rename && rename.field === undefined && rename.form === place.form) return { ...place, form: rename.to };
  if (rename?.field !== undefined && isHere(rename)) return { form: place.form, field: withLast(rename.field, rename.to) };
  if (move && isHere(move)) return { form: move.toForm, field: move.to ?? move.field };
  return drop && (isHere(drop) || (drop.field === undefined && drop.form === place.form)) ? undefined : place;
}

/** Returns the schema of an answer, also inside lists. Does not look into formats. */
function propertyAt(form: FormSchema, names: readonly string[], project: ProjectView): PropertySchema | 'unknown' | undefined {
  let schema: PropertySchema | undefined = { properties: form.properties };
  for (const name of names) {
    const owner: PropertySchema | undefined = schema?.items ?? schema;
    if (!owner?.properties) return undefined;
    if (!Object.hasOwn(owner.properties, name)) return 'unknown';
    schema = owner.properties[name];
  }
  const enumId = /([^/]+)\.schema\.json$/.exec(schema?.$ref ?? '')?.[1];
  const shared = enumId === undefined ? undefined : project.get('enum', enumId);
  return shared ? { ...schema, type: 'string', enum: shared.enum } : schema;
}

function checkValues(
  step: MigrationStep,
  later: readonly MigrationStep[],
  schema: PropertySchema | undefined,
  pointer: string,
): KindFinding[] {
  const wrong = (below: string, message: string): KindFinding => ({ code: 'wrong-value', pointer: `${pointer}${below}`, message });
  // A later step can map the code again and is checked then.
  const isLast = !later.some(({ mapCode }) => mapCode);
  if (step.mapCode && schema?.enum && isLast) {
    return Object.entries(step.mapCode.codes).flatMap(([from, to]) =>
      schema.enum?.includes(to)
        ? sameMeaning(step.mapCode, from, schema, wrong)
        : [wrong(`/codes/${from}`, `"${to}" is not a valid code. Choose one of ${schema.enum?.join(', ')}.`)],
    );
  }
  const preset: unknown = step.default?.value;
  if (preset === undefined || !schema) return [];
  if (schema.enum && isLast && !schema.enum.includes(preset as string)) {
    return [wrong('/value', `${JSON.stringify(preset)} is not a valid code. Choose one of ${schema.enum.join(', ')}.`)];
  }
  return schema.type !== undefined && schema.type !== typeOf(preset, schema.type)
    ? [wrong('/value', `${JSON.stringify(preset)} is not of type ${schema.type}.`)]
    : [];
}

/** Two codes that can both be chosen differ in meaning. */
function sameMeaning(
  mapCode: MigrationStep['mapCode'],
  from: string,
  schema: PropertySchema,
  wrong: (below: string, message: string) => KindFinding,
): KindFinding[] {
  if (!mapCode?.sameMeaning || !schema.enum?.includes(from)) return [];
  return [wrong(`/codes/${from}`, `"${from}" can still be chosen, so it does not mean the same as the other code.`)];
}

function typeOf(value: unknown, wanted: string): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (wanted === 'integer' && Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

function checkStepName(
  { renameStep }: MigrationStep,
  later: readonly MigrationStep[],
  pointer: string,
  project: ProjectView,
): KindFinding[] {
  if (!renameStep) return [];
  const { flow, to } = renameStep;
  const name = later.reduce((now, next) => (next.renameStep?.flow === flow && next.renameStep.step === now ? next.renameStep.to : now), to);
  const steps = project.get('flow', flow)?.steps;
  if (!steps)
    return project.isBroken('flow', flow)
      ? []
      : [{ code: 'unknown-flow', pointer: `${pointer}/renameStep/flow`, message: `There is no flow "${flow}".` }];
  if (steps.some(({ id }) => id === name)) return [];
  return [{ code: 'unknown-field', pointer: `${pointer}/renameStep/to`, message: `The flow "${flow}" has no step "${name}".` }];
}
