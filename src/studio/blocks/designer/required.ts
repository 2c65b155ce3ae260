import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Design } from './design.ts';
import type { Values } from './schema.ts';
import type { Scratch } from './scratch.ts';

type Wording = Readonly<Record<string, string>>;

/** The key of the error shown for an empty answer. */
export const missingKey = (design: Design, file: string, name: string): string => `forms.${design.idOf(file)}.${name}.errors.required`;

/** Makes a question required: adds an answer to each example where the question applies, and the error texts for an empty one. */
export function require(scratch: Scratch, file: string, name: string, missing: Wording): void {
  const { design } = scratch;
  const { required, examples, properties } = design.object(file);
  scratch.insert(file, '/required', Array.isArray(required) ? required.length : 0, name);
  const fields = (isPlainObject(properties) ? properties : {}) as Readonly<Record<string, Values>>;
  const all: Values[] = Array.isArray(examples) ? examples.filter(isPlainObject) : [];
  const answer = all.find((each) => Object.hasOwn(each, name))?.[name] ?? answerTo(design, fields[name] ?? {});
  all.forEach((example, index) => {
    if (answer !== undefined && !Object.hasOwn(example, name) && isAsked(fields, name, example))
      scratch.set(file, pointerTo(`/examples/${index}`, name), answer);
  });
  const key = missingKey(design, file, name);
  for (const [language, text] of Object.entries(missing)) scratch.word(language, key, text);
}

/** Whether a field applies in an example, judged by its answers to other fields with the same condition. */
function isAsked(fields: Readonly<Record<string, Values>>, name: string, example: Values): boolean {
  const when = fields[name]?.['x-when'];
  return when === undefined || Object.entries(fields).some(([each, field]) => field['x-when'] === when && Object.hasOwn(example, each));
}

/** Makes up a valid answer. Undefined where only a person can give one. */
function answerTo(design: Design, { $ref, type, enum: codes, format, pattern, minimum, minLength }: Values): unknown {
  if (typeof $ref === 'string') {
    const shared = design.object(`schemas/${$ref.replace(/^\.\.\//, '')}`);
    const [first] = [shared['enum'], shared['examples']].filter(Array.isArray).flat() as unknown[];
    return first;
  }
  if (Array.isArray(codes)) return codes[0] as unknown;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1;
  if (type !== 'string') return undefined;
  if (format === 'date') return '2020-01-31';
  const text = 'Ana'.padEnd(typeof minLength === 'number' ? minLength : 0, 'a');
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text) ? text : undefined;
}
