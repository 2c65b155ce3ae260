import type { CarryOver, Migration, MigrationStep } from '../../config/carryOver.ts';
import type { JsonSchema, Scope } from '../../expression/index.ts';
import { originOf, type Origin } from '../../config/originOf.ts';
import { pointerToPath } from '../project/document.ts';
import { anything } from './asked.ts';

/**
 * The scope of a migration step's `when`: the forms at the time of the migration, as far as the files can tell. These are today's forms
 * with all later steps undone.
 *
 * @param today the answers of each form
 * @param itemsOf the names that a form can read about its item
 */
export function scopeOfMigration(
  { migrations }: CarryOver,
  pointer: string,
  { today, itemsOf }: { today: Scope; itemsOf: (form: string) => Scope },
): Scope {
  const [, at, , stepAt] = pointerToPath(pointer);
  const later = migrations.slice(Number(at)).flatMap((migration: Migration) => migration.steps ?? []);
  const past = later.reduceRight(undone, today);
  const target = targetOf(migrations, pointer);
  if (!target) return past;
  return withTarget(past, target.origin, itemsOf(nameToday(target.form, later.slice(Number(stepAt)))));
}

/** Like `scopeOfMigration`, for a release from before the migration, whose forms are read as they are. */
export function scopeOfPast(
  { migrations }: CarryOver,
  pointer: string,
  { today: past, itemsOf }: { today: Scope; itemsOf: (form: string) => Scope },
): Scope {
  const target = targetOf(migrations, pointer);
  return target ? withTarget(past, target.origin, itemsOf(target.origin.form)) : past;
}

/** The form that a step names, and the origin of its answer when the migration began. */
function targetOf(migrations: CarryOver['migrations'], pointer: string): { form: string; origin: Origin } | undefined {
  const [, at, , stepAt, kind] = pointerToPath(pointer);
  const steps = migrations[Number(at)]?.steps ?? [];
  const given: { form?: string; field?: string; when?: string } = steps[Number(stepAt)]?.[String(kind) as keyof MigrationStep] ?? {};
  if (given.form === undefined) return undefined;
  const names = (given.field ?? '').split('.').filter(Boolean);
  return { form: given.form, origin: originOf({ form: given.form, names }, steps.slice(0, Number(stepAt))) };
}

function withTarget(past: Scope, { form, names }: Origin, { itemNumber }: Scope): Scope {
  const whole = oneOf(past[form] ?? anything);
  return { ...past, form: whole, self: ownerAt(whole, names.slice(0, -1)), ...(itemNumber && { itemNumber }) };
}

/** Undoes a step: returns the answers as they were before it. */
function undone(past: Scope, { rename, move, mapCode, drop, askAgain }: MigrationStep): Scope {
  if (rename?.field !== undefined)
    return inField(past, rename.form, [...rename.field.split('.').slice(0, -1), rename.to], (owner) =>
      named(owner, rename.to, lastOf(rename.field ?? '')),
    );
  if (rename) return { ...without(past, rename.to), [rename.form]: past[rename.to] ?? anything };
  if (move) return unmoved(past, move);
  if (mapCode)
    return inField(past, mapCode.form, mapCode.field.split('.'), (owner, name) =>
      withProperty(owner, name, withCodes(owner.properties?.[name], Object.keys(mapCode.codes))),
    );
  // The type of a dropped answer, or of one to ask again, is unknown.
  const forgotten = drop ?? askAgain;
  if (!forgotten) return past;
  if (forgotten.field === undefined) return { ...past, [forgotten.form]: anything };
  return inField(past, forgotten.form, forgotten.field.split('.'), (owner, name) => {
    const { 'x-sensitive': sensitive }: JsonSchema = owner.properties?.[name] ?? {};
    return withProperty(owner, name, { ...anything, ...(sensitive !== undefined && { 'x-sensitive': sensitive }) });
  });
}

function unmoved(past: Scope, { form, field, toForm, to = field }: NonNullable<MigrationStep['move']>): Scope {
  const moved = past[toForm]?.properties?.[to] ?? anything;
  const left = inField(past, toForm, [to], (owner, name) => ({ ...owner, properties: without(owner.properties ?? {}, name) }));
  return inField(left, form, [field], (owner, name) => withProperty(owner, name, moved));
}

type Change = (owner: JsonSchema, name: string) => JsonSchema;

/** A form that no longer exists may have had any answer. */
const inField = (past: Scope, form: string, names: readonly string[], change: Change): Scope => ({
  ...past,
  [form]: past[form] ? changedAt(past[form], names, change) : anything,
});

function changedAt(schema: JsonSchema, [name = '', ...rest]: readonly string[], change: Change): JsonSchema {
  if (schema.items) return { ...schema, items: changedAt(schema.items, [name, ...rest], change) };
  if (!schema.properties) return schema;
  if (rest.length === 0) return change(schema, name);
  return withProperty(schema, name, changedAt(schema.properties[name] ?? anything, rest, change));
}

const withProperty = (owner: JsonSchema, name: string, property: object): JsonSchema => ({
  ...owner,
  properties: { ...owner.properties, [name]: property },
});

function named(owner: JsonSchema, from: string, to: string): JsonSchema {
  const { [from]: property = anything, ...others } = owner.properties ?? {};
  return {
    ...owner,
    properties: { ...others, [to]: property },
    required: owner.required?.map((each) => (each === from ? to : each)) ?? [],
  };
}

/** A code that a migration maps could be chosen at the time. */
function withCodes(property: JsonSchema | undefined, codes: readonly string[]): JsonSchema {
  if (property?.items) return { ...property, items: withCodes(property.items, codes) };
  return property?.enum ? { ...property, enum: [...new Set([...property.enum, ...codes])] } : (property ?? anything);
}

const oneOf = (schema: JsonSchema): JsonSchema => schema.items ?? schema;

function ownerAt(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (schema.items) return ownerAt(schema.items, name === undefined ? [] : [name, ...rest]);
  return name === undefined ? schema : ownerAt(schema.properties?.[name] ?? anything, rest);
}

const nameToday = (form: string, steps: readonly MigrationStep[]): string =>
  steps.reduce((name, { rename }) => (rename && rename.field === undefined && rename.form === name ? rename.to : name), form);

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

const without = <Values extends object>(values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name)) as Values;
