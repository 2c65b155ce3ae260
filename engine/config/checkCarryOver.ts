import type { CarryOver, MigrationStep } from './carryOver.ts';
import type { KindFinding, ProjectView } from './definitions.ts';
import type { FormSchema, PropertySchema } from './form.ts';

/** The final place of a step's target after all later steps. Undefined if it is dropped. */
export interface Target {
  form: string;
  field?: string;
}

/** Checks what the meta-schema cannot express: that the final names exist. `compiler/forms/carriedAnswers.ts` checks the answers. */
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

/** Returns the target of a step. A form that only old releases have may be gone, but the target must exist. */
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
  if (propertyAt(form, target.field) !== 'unknown') return [];
  return [{ code: 'unknown-field', pointer: at, message: `The target form "${target.form}" has no field "${target.field}".` }];
}

/** Reports a drop of an answer that is still asked for. Such an answer needs `askAgain`. */
function checkDrop({ drop }: MigrationStep, later: readonly MigrationStep[], pointer: string, project: ProjectView): KindFinding[] {
  if (!drop || later.some((next) => targetOf(next)?.form === drop.form)) return [];
  const form = project.get('form', drop.form);
  const asked = form && (drop.field === undefined || propertyAt(form, drop.field));
  if (!asked || asked === 'unknown') return [];
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

/** Returns where an answer is after a step. Undefined if it drops it. */
export function followed(place: Target, { rename, move, drop }: MigrationStep): Target | undefined {
  const isHere = (step: { form: string; field?: string }) => step.form === place.form && step.field === place.field;
  if (rename && rename.field === undefined && rename.form === place.form) return { ...place, form: rename.to };
  if (rename?.field !== undefined && isHere(rename)) return { form: place.form, field: withLast(rename.field, rename.to) };
  if (move && isHere(move)) return { form: move.toForm, field: move.to ?? move.field };
  return drop && (isHere(drop) || (drop.field === undefined && drop.form === place.form)) ? undefined : place;
}

/** Returns the schema of an answer, also inside lists; undefined inside a format that the schema only refers to. */
export function propertyAt({ properties }: Pick<FormSchema, 'properties'>, field: string): PropertySchema | 'unknown' | undefined {
  let schema: PropertySchema | undefined = { properties };
  for (const name of field.split('.')) {
    const owner: PropertySchema | undefined = schema?.items ?? schema;
    if (!owner?.properties) return undefined;
    if (!Object.hasOwn(owner.properties, name)) return 'unknown';
    schema = owner.properties[name];
  }
  return schema;
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
