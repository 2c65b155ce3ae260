import type { Answers } from '../../config/definitions.ts';
import type { FormatSchema, FormSchema } from '../../config/form.ts';
import { checkForm } from '../../form/check.ts';
import { contextOf } from '../../form/context.ts';
import type { FormModule, Problem, Surroundings } from '../../form/types.ts';
import { isIndex, schemaAt } from '../../form/messages.ts';
import { segmentsOf } from '../../form/pointer.ts';
import { offeredCodes, withdrawnProblems } from '../../form/withdrawn.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { BundledForm } from './bundle.ts';
import { pointerTo } from '../project/document.ts';
import { rulesOf } from '../release/formModule.ts';
import { loadPart } from '../release/loadPart.ts';
import { tryValidator } from '../release/validators.ts';
import { limitOf, refusedAnswer } from './refusedAnswer.ts';
import { checkTyping } from './typing.ts';

/** Examples run on a fixed date, so the result does not depend on the current date. */
export const exampleDay = '2026-01-01';

/**
 * Checks that every form and format accepts its examples and refuses its counterexamples. It runs the same module that browsers and
 * servers run.
 */
export async function checkExamples(analysis: Analysis): Promise<Located[]> {
  const found: Located[] = [];
  for (const { document, value } of analysis.project.all('format')) {
    if (value.$ref !== undefined) continue;
    const findings = analysis.memo.of(`examples of format ${value.id}`, [value], () => ofFormat(value));
    found.push(...findings.map((finding) => ({ document, finding })));
  }
  for (const form of analysis.forms.values()) {
    found.push(...badDefaults(form), ...(await ofForm(form, analysis)));
  }
  return found;
}

/** Reports defaults that the field itself refuses. */
function badDefaults({ entry: { document }, schema }: BundledForm): Located[] {
  return Object.entries(schema.properties).flatMap(([name, property]): Located[] => {
    if (property.default === undefined) return [];
    const keyword = refusedAnswer(property, property.default);
    if (keyword === undefined) return [];
    const message = `The field refuses its own default: ${limitOf(property, keyword)}.`;
    return [{ document, finding: { code: 'bad-default', pointer: `${pointerTo('/properties', name)}/default`, message } }];
  });
}

function ofFormat(format: FormatSchema): Finding[] {
  const { examples = [], rejects = [] } = format;
  if (examples.length + rejects.length === 0) return [];
  const problem = tryValidator(format);
  return [
    ...examples.flatMap((each, index): Finding[] => {
      const keyword = problem(each);
      return keyword === undefined ? [] : [failing(`/examples/${index}`, keyword, '')];
    }),
    ...rejects.flatMap((each, index): Finding[] => {
      const message = 'This value should be refused, but it is accepted.';
      return problem(each) === undefined ? [{ code: 'failing-example', pointer: `/rejects/${index}`, message }] : [];
    }),
  ];
}

async function ofForm({ entry, schema }: BundledForm, analysis: Analysis): Promise<Located[]> {
  const { id, document } = entry;
  const decisive = analysis.moduleInputs(id);
  if (!schema.examples || !decisive) return [];
  const { memo, project } = analysis;
  const settings = project.one('settings')?.value;
  const answers = firstExamples(analysis, id);
  const surroundings = {
    answers,
    session: {},
    today: exampleDay,
    constants: settings?.constants ?? {},
    features: settings?.features ?? {},
  };
  const inputs = [...decisive, settings, ...Object.values(answers)];
  const module = () => loadPart({ name: id, type: 'text/javascript', body: analysis.formModule(id) ?? '' }) as Promise<FormModule>;
  const tried = await memo.of(`examples of ${id}`, inputs, async () => tryExamples(schema, await module(), surroundings));
  const findings = [...tried, ...withdrawnExamples(schema)];
  const layout = project.get('formUi', id);
  if (findings.length > 0 || !layout) return findings.map((finding) => ({ document, finding }));
  const { widgets } = project.registry;
  const formats = Object.values(schema.properties).map((property) => project.get('format', property['x-format'] ?? ''));
  const examplesOf = (field: string) => project.get('format', schema.properties[field]?.['x-format'] ?? '')?.value.examples ?? [];
  const untyped = await memo.of(`typed examples of ${id}`, [layout, ...inputs, ...formats], async () =>
    checkTyping(schema, layout.value, await module(), surroundings, { widgets, examplesOf }),
  );
  return untyped.map((finding) => ({ document: layout.document, finding }));
}

function tryExamples(schema: FormSchema, module: FormModule, surroundings: Surroundings): Finding[] {
  const all = (schema.examples ?? []).map((example, index) => {
    const [problem] = checkForm(module, contextOf(surroundings, schema.id, example));
    return { refused: problem && { index, ...problem }, unknown: unknownFields(example, schema, index) };
  });
  return [
    ...refusedExamples(
      all.flatMap(({ refused }) => refused ?? []),
      schema,
      surroundings,
    ),
    ...all.flatMap(({ unknown }) => unknown),
  ];
}

/** Nobody can give an answer with a withdrawn code any more. The module does not know which codes are. */
function withdrawnExamples(schema: FormSchema): Finding[] {
  const used = (schema.examples ?? []).flatMap((example, index) =>
    withdrawnProblems(schema, undefined, example)
      // An enum without codes has its own finding.
      .filter(({ path }) => offeredCodes(schemaAt(schema, path) ?? {}).length > 0)
      .map((problem) => ({ index, ...problem })),
  );
  return refusedExamples(used, schema);
}

type Refused = Problem & { index: number };

/** One reason gives one finding, at the first example that it refuses. */
function refusedExamples(refused: readonly Refused[], schema: FormSchema, surroundings?: Surroundings): Finding[] {
  const byReason = Map.groupBy(refused, ({ code, path }) => `${code} ${placeOf(path)}`);
  return [...byReason.values()].flatMap(([first, ...more]): Finding[] => {
    if (!first) return [];
    const others = new Set(more.map(({ index }) => index).filter((index) => index !== first.index)).size;
    const too = others === 0 ? '' : others === 1 ? ' So is another one.' : ` So are ${others} others.`;
    const { index, code, path } = first;
    const finding = failing(`/examples/${index}`, reasonOf(first, schema, surroundings), code === 'required' ? '' : path);
    return [{ ...finding, pointer: `/examples/${index}${path}`, message: finding.message + too, fix: cureOf(code) }];
  });
}

/** The place of an answer, the same for each item of a list. */
const placeOf = (path: string): string =>
  segmentsOf(path)
    .filter((segment) => !isIndex(segment))
    .join('.');

function cureOf(code: string): string {
  return code === 'withdrawn'
    ? 'Give the example a code that is still offered.'
    : 'If this answer should be valid, correct whatever refuses it. Otherwise, correct the example.';
}

/** Names what refuses an answer: the rule with the constants that it reads, the condition under which it is asked for, or the limit. */
function reasonOf({ code, path }: Problem, schema: FormSchema, { constants = {} }: Partial<Surroundings> = {}): string {
  const rule = rulesOf(schema).find(
    ({ scope, rule: { at, error } }) => error === code && placeOf(path) === (scope === '' ? at : `${scope.replaceAll('[]', '')}.${at}`),
  );
  const property = schemaAt(schema, path);
  if (rule) {
    const read = Object.entries(constants).filter(([name]) => new RegExp(`\\bconstants\\.${name}\\b`).test(rule.rule.assert));
    const where = read.map(([name, value]) => `${name} is ${String(value)}`).join(', ');
    return `the rule "${code}" (${rule.rule.assert}${where === '' ? '' : `, where ${where}`}) does not hold`;
  }
  if (code !== 'required') return property ? limitOf(property, code) : code;
  const when = property?.['x-when'];
  return `${path} is missing${when === undefined ? '' : `, which is asked for if ${when}`}`;
}

function unknownFields(example: Readonly<Record<string, unknown>>, schema: FormSchema, index: number): Finding[] {
  const unknown = Object.keys(example).filter((name) => !Object.hasOwn(schema.properties, name));
  return unknown.map((name) => ({
    code: 'failing-example',
    pointer: pointerTo(`/examples/${index}`, name),
    at: 'key',
    message: `The example has "${name}", which the form does not ask for.`,
  }));
}

/** The answers of the forms that a form reads come from their first examples. */
function firstExamples({ forms, formsReadBy }: Analysis, form: string): Answers {
  return Object.fromEntries(formsReadBy(form).map((id) => [id, forms.get(id)?.schema.examples?.[0] ?? noAnswers]));
}

const noAnswers: Answers[string] = {};

function failing(pointer: string, code: string, path: string): Finding {
  const where = path === '' ? '' : ` at ${path}`;
  return { code: 'failing-example', pointer: pointer + path, message: `The example is refused: ${code}${where}.` };
}
