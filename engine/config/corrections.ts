import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { SchemaRef, TextKey } from './annotations.ts';
import type { KindFinding, ProjectView } from './definitions.ts';

const Reason = object(
  {
    id: TextKey('corrections', [], { title: 'Id', description: 'Its texts are in locales/<language>/corrections.json.' }),
    for: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$' }), {
        title: 'For',
        description: 'Where it may be given: a form ("address") or one of its fields ("identity.idPhoto"). Anywhere when absent.',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    anew: Type.Optional(
      Type.Literal(true, {
        title: 'Anew',
        description: "At least one of the form's fields sent back for this reason must change. Without it, the same answer is accepted.",
      }),
    ),
  },
  { title: 'Reason' },
);

/** flows/corrections.json: the reasons to send a field back. */
export const Corrections = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    reasons: Type.Array(Reason, { title: 'Reasons', minItems: 1 }),
  },
  { title: 'Corrections', description: 'The reasons for which a field can be sent back.' },
);
export type Corrections = Static<typeof Corrections>;

/** Returns the ids of the reasons that apply to a field. */
export function reasonsFor(corrections: Corrections | undefined, form: string, field: string): string[] {
  const fits = ({ for: places }: Static<typeof Reason>) => !places || places.includes(form) || places.includes(`${form}.${field}`);
  return (corrections?.reasons ?? []).filter(fits).map(({ id }) => id);
}

/** Adds the requirements of its reason to a request. */
export function asReasoned<Request extends { reason: string }>(
  corrections: Corrections | undefined,
  request: Request,
): Request & { anew?: true } {
  const isAnew = corrections?.reasons.some(({ id, anew }) => id === request.reason && anew);
  return isAnew ? { ...request, anew: true } : request;
}

/** Checks what the meta-schema cannot express: that reasons are unique and their places exist. */
export function checkCorrections({ reasons }: Corrections, project: ProjectView): KindFinding[] {
  return reasons.flatMap(({ id, for: places = [] }, index) => {
    const pointer = `/reasons/${index}`;
    const isRepeated = reasons.findIndex((reason) => reason.id === id) < index;
    return [
      ...(isRepeated ? [{ code: 'duplicate-id' as const, pointer: `${pointer}/id`, message: `"${id}" is already in this list.` }] : []),
      ...places.flatMap((place, at) => unknownPlace(project, place, `${pointer}/for/${at}`)),
    ];
  });
}

function unknownPlace(project: ProjectView, place: string, pointer: string): KindFinding[] {
  const [form = '', field] = place.split('.');
  if (project.isBroken('form', form)) return [];
  const schema = project.get('form', form);
  if (!schema) return [{ code: 'unknown-form', pointer, message: `There is no form "${form}".` }];
  if (field === undefined) return [];
  const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
  if (property) {
    if (property['x-value'] === undefined && !property['x-transient']) return [];
    const message = `Nobody can correct "${place}": it is ${property['x-transient'] ? 'never stored' : 'computed from other answers'}.`;
    return [{ code: 'wrong-value', pointer, message, fix: 'Name the answer that a person gives.' }];
  }
  const meant = { written: field, known: Object.keys(schema.properties) };
  return [{ code: 'unknown-field', pointer, message: `The form "${form}" has no field "${field}".`, meant }];
}

/** Checks the reason, for kinds of the product that send fields back themselves. */
export function unknownReason(
  project: ProjectView,
  request: { form: string; field: string; reason: string },
  pointer: string,
): KindFinding[] {
  // A missing form or field has its own finding.
  if (project.isBroken('corrections') || unknownPlace(project, `${request.form}.${request.field}`, pointer).length > 0) return [];
  const known = reasonsFor(project.get('corrections'), request.form, request.field);
  if (known.includes(request.reason)) return [];
  const message = `flows/corrections.json has no reason "${request.reason}" for "${request.form}.${request.field}".`;
  return [{ code: 'unknown-reason', pointer, message, meant: { written: request.reason, known } }];
}
