import type { OpenRelease } from '../compiler/index.ts';
import { asReasoned, reasonsFor } from '../config/corrections.ts';
import type { FormAnswers } from '../config/definitions.ts';
import { withoutItem } from '../flow/instances.ts';
import { nearMiss } from '../expression/index.ts';

/** The default date of a scenario. */
export const firstDay = '2026-03-01';

/** The default phone number of a scenario's person. */
export const ownPhone = '9170000000';

/** A scenario step that makes no sense, such as an unknown form or a complete flow. */
export class WrongStep extends Error {
  override name = 'WrongStep';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Checks that the form and field of a path exist, because a scenario with a typo must not pass. */
export function knownPath({ forms }: OpenRelease, path: string, pointer: string): string {
  const [name = '', field = ''] = path.split('.');
  const id = withoutItem(name);
  const form = Object.hasOwn(forms, id) ? forms[id] : undefined;
  if (!form) throw new WrongStep(pointer, `There is no form "${name}". ${nearMiss(name, Object.keys(forms)).fix ?? ''}`.trim());
  const fields = Object.keys(form.module.fields);
  if (fields.includes(field)) return path;
  throw new WrongStep(pointer, `The form "${name}" has no field "${field}". ${nearMiss(field, fields).fix ?? ''}`.trim());
}

/** Checks that the field of a request exists and allows the reason. */
export function knownCorrection<Request extends { form: string; field: string; reason: string }>(
  release: OpenRelease,
  request: Request,
  pointer: string,
): Request & { anew?: true } {
  const { form, field, reason } = request;
  knownPath(release, `${form}.${field}`, `${pointer}/field`);
  const known = reasonsFor(release.corrections, withoutItem(form), field);
  if (known.includes(reason)) return asReasoned(release.corrections, request);
  const { fix = '' } = nearMiss(reason, known);
  throw new WrongStep(`${pointer}/reason`, `"${form}.${field}" cannot be sent back for "${reason}". ${fix}`.trim());
}

/** Returns an example of a form by its index. */
export function exampleOf({ examples }: OpenRelease, form: string, index: number): FormAnswers {
  const example = examples[form]?.[index];
  if (!example) throw new WrongStep('/fill', `The form "${form}" has no example ${index}.`);
  return example;
}

/** Checks that each route belongs to a screen. */
export function knownRoutes({ screens }: OpenRelease, routes: readonly string[]): void {
  const known = Object.values(screens).map(({ screen }) => screen.route);
  const unknown = routes.find((route) => !known.includes(route));
  if (unknown !== undefined)
    throw new WrongStep('/expect/shows', `No screen has the route "${unknown}". ${nearMiss(unknown, known).fix ?? ''}`.trim());
}
