import { valueAt } from '../config/valueAt.ts';
import type { BundledForm } from '../compiler/forms/bundle.ts';
import { resolvePath } from '../compiler/forms/bundle.ts';
import { pointerTo, pointerToPath, type SourceDocument } from '../compiler/project/document.ts';
import type { FormSchema, PropertySchema } from '../config/form.ts';
import { stableJson } from '../form/hash.ts';
import type { Found } from './collect.ts';
import type { PropertyFinding } from './finding.ts';
import { isForNewAnswersOnly } from './applies.ts';
import { ruleChanges } from './rules.ts';
import { propertyFindings, requiredFindings } from './properties.ts';
import type { Side, Sides } from './side.ts';

/** Compares the fields and rules of forms. */
export function formChanges(sides: Sides): Found[] {
  const ids = [...new Set([...sides.before.forms.keys(), ...sides.after.forms.keys()])];
  return ids.flatMap((id) => {
    const [was, now] = [sides.before.forms.get(id), sides.after.forms.get(id)];
    if (isUnreadable(id, sides.before) || isUnreadable(id, sides.after)) return [];
    if (was && now) return stableJson(was.schema) === stableJson(now.schema) ? [] : changed(id, was, now, sides);
    return was ? [removed(id, was, sides)] : now ? [added(id, now, sides.after)] : [];
  });
}

/** A form with errors is neither new nor gone. */
const isUnreadable = (id: string, { project, forms }: Side): boolean =>
  !forms.has(id) && (project.isBroken('form', id) || project.get('form', id) !== undefined);

/** Whether drafts store the form's answers, which they do if a flow asks for it. */
const isKept = (id: string, { project }: Side): boolean =>
  project.all('flow').some(({ value }) => value.steps.some(({ form }) => form === id));

function removed(id: string, { entry, schema }: BundledForm, { before, after }: Sides): Found {
  const like = [...after.forms.values()].find(
    (other) => !before.forms.has(other.schema.id) && stableJson(other.schema.properties) === stableJson(schema.properties),
  );
  const kept = isKept(id, before);
  return {
    class: kept ? 'DRAFT-BREAKING' : 'RULE',
    code: 'form-removed',
    direction: 'loosened',
    message: `The form "${id}" was removed${like ? `; "${like.schema.id}" has the same fields` : ''}.`,
    why: kept
      ? `Nothing holds its answers now. ${like ? 'Rename the form' : 'Move or drop them'} in a migration.`
      : 'No flow stores its answers.',
    side: before,
    document: entry.document,
    pointer: '',
    about: { answers: [id] },
    ...(kept && { loses: { form: id } }),
  };
}

function added(id: string, { entry }: BundledForm, side: Side): Found {
  const message = `The form "${id}" is new.`;
  return {
    class: 'RULE',
    code: 'form-added',
    direction: 'changed',
    message,
    why: 'Nobody has answered it yet.',
    side,
    document: entry.document,
    pointer: '',
    about: { answers: [id] },
  };
}

function changed(id: string, was: BundledForm, now: BundledForm, sides: Sides): Found[] {
  const [old, fresh] = [was.schema, now.schema];
  const names = [...new Set([...Object.keys(old.properties), ...Object.keys(fresh.properties)])];
  const fields = names.flatMap((name): Found[] => {
    const [one, other] = [old.properties[name], fresh.properties[name]];
    if (one && other) {
      return propertyFindings(one, other).map((finding) => atProperty(finding, id, name, [was, now], sides));
    }
    return one ? [fieldRemoved(id, name, one, [was, now], sides)] : other ? fieldAdded(id, name, other, now, sides) : [];
  });
  return [...fields, ...requiredChanges(id, was, now, sides), ...ruleChanges(id, was, now, sides)];
}

type Both = readonly [was: BundledForm, now: BundledForm];

/** Locates a property's finding where the property is defined: in the form, or in the enum or format it refers to. */
function atProperty(finding: PropertyFinding, form: string, field: string, [was, now]: Both, sides: Sides): Found {
  const side = finding.isGone ? sides.before : sides.after;
  const own = finding.isGone ? was : now;
  const schema = was.schema.properties[field];
  const place = written(own.entry.document, own.entry.value, pointerTo('/properties', field), finding.pointer, side);
  const isShared = place.document !== own.entry.document;
  const isLater = isAskedLater(finding, { form, owner: pointerTo('/properties', field), own: own.schema }, sides);
  const isStored = !schema?.['x-transient'] || finding.code === 'transience-changed';
  const breaks = finding.isBreaking && !isLater && isStored && isKept(form, sides.before);
  return {
    class: finding.isLook ? 'LOOK' : breaks ? 'DRAFT-BREAKING' : 'RULE',
    code: finding.code,
    direction: finding.direction,
    message: isShared ? finding.message : `${[form, field, ...partsIn(finding.pointer)].join('.')}: ${finding.message}`,
    why: isLater ? askedLater : finding.why,
    side,
    ...place,
    about: { answers: [`${form}.${field}`] },
    ...(breaks && { loses: { form, field } }),
  };
}

const askedLater = 'It is asked for only after an answer that nobody could give before, so every existing answer stays valid.';

/** Whether a newly required field is one that no existing draft is asked for. */
function isAskedLater(
  { code, pointer }: PropertyFinding,
  { form, owner, own }: { form: string; owner: string; own: FormSchema },
  sides: Sides,
): boolean {
  const keys = pointerToPath(pointer).map(String);
  if (code !== 'required-added' || keys.at(-2) !== 'required') return false;
  const name = valueAt(own, [...pointerToPath(owner).map(String), ...keys]);
  const holder = [...pointerToPath(owner).map(String), ...keys.slice(0, -2)].reduce(pointerTo, '');
  return typeof name === 'string' && isForNewAnswersOnly(form, holder, name, sides);
}

/** Returns the names of the parts that contain what a pointer into a property points at. */
function partsIn(pointer: string): string[] {
  const keys = pointerToPath(pointer).map(String);
  return keys.flatMap((key, index) => (key === 'properties' && index + 2 < keys.length ? [keys[index + 1] ?? ''] : []));
}

/** Follows `$ref`s until a file contains the pointer's target. */
function written(
  document: SourceDocument,
  form: FormSchema,
  base: string,
  rest: string,
  side: Side,
): { document: SourceDocument; pointer: string } {
  const shared = [...side.project.ofKind('enum'), ...side.project.ofKind('format')];
  let at: { document: SourceDocument; value: unknown; pointer: string } = { document, value: form, pointer: '' };
  for (const segment of pointerToPath(base + rest)) {
    const reference = valueAt(at.value, ['$ref']);
    if (typeof reference === 'string' && valueAt(at.value, [segment]) === undefined) {
      const target = shared.find((entry) => entry.document.path === resolvePath(at.document.path, reference));
      if (target) at = { document: target.document, value: target.value, pointer: '' };
    }
    at = { ...at, value: valueAt(at.value, [segment]), pointer: pointerTo(at.pointer, segment) };
  }
  return { document: at.document, pointer: at.pointer };
}

function fieldRemoved(form: string, field: string, schema: PropertySchema, [was, now]: Both, sides: Sides): Found {
  const likely = Object.entries(now.schema.properties).find(
    ([name, other]) => !Object.hasOwn(was.schema.properties, name) && stableJson(other) === stableJson(schema),
  );
  const breaks = isKept(form, sides.before) && !schema['x-transient'];
  return {
    class: breaks ? 'DRAFT-BREAKING' : 'RULE',
    code: 'field-removed',
    direction: 'loosened',
    message: `${form}.${field} was removed${likely ? `; "${likely[0]}" looks the same` : ''}.`,
    why: breaks
      ? `No field holds the existing answers now. ${likely ? 'Rename it' : 'Rename, move or drop it'} in a migration.`
      : 'No flow stored it.',
    side: sides.before,
    document: was.entry.document,
    pointer: pointerTo('/properties', field),
    at: 'key',
    about: { answers: [`${form}.${field}`] },
    ...(breaks && { loses: { form, field } }),
  };
}

/** A new required field is reported at "required". */
function fieldAdded(form: string, field: string, schema: PropertySchema, now: BundledForm, { after }: Sides): Found[] {
  if (now.schema.required?.includes(field) && !schema['x-transient']) return [];
  return [
    {
      class: 'RULE',
      code: 'field-added',
      direction: schema['x-transient'] ? 'tightened' : 'loosened',
      message: `${form}.${field} is new${schema['x-transient'] ? '' : ' and optional'}.`,
      why: 'Every existing answer stays valid.',
      side: after,
      document: now.entry.document,
      pointer: pointerTo('/properties', field),
      at: 'key',
      about: { answers: [`${form}.${field}`] },
    },
  ];
}

function requiredChanges(form: string, was: BundledForm, now: BundledForm, sides: Sides): Found[] {
  return requiredFindings(was.schema.required, now.schema.required, '').flatMap((finding): Found[] => {
    const own = finding.isGone ? was : now;
    const field = own.schema.required?.[Number(finding.pointer.split('/').at(-1))] ?? '';
    const schema = own.schema.properties[field];
    // The removed field is reported on its own. A transient answer cannot be missing.
    if (finding.isGone && !Object.hasOwn(now.schema.properties, field)) return [];
    const isLater = isAskedLater(finding, { form, owner: '', own: own.schema }, sides);
    const breaks = finding.isBreaking && !isLater && isKept(form, sides.before) && !schema?.['x-transient'];
    return [
      {
        class: breaks ? 'DRAFT-BREAKING' : 'RULE',
        code: finding.code,
        direction: finding.direction,
        message: `${form}: ${finding.message}`,
        why: isLater ? askedLater : finding.why,
        side: finding.isGone ? sides.before : sides.after,
        document: own.entry.document,
        pointer: finding.pointer,
        about: { answers: [`${form}.${field}`] },
        ...(breaks && { loses: { form, field } }),
      },
    ];
  });
}
