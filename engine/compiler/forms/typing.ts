import { defaultWidget } from '../../config/defaultWidget.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { FieldUi } from '../../config/formUi.ts';
import { createRandom, validValue } from '../../fake/index.ts';
import { patternTexts } from '../../fake/patternText.ts';
import { tidied } from '../../form/normalise.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import { tryValidator } from '../release/validators.ts';

/** As many right answers of each field are tried. */
const tries = 3;

/** Checks that what a person types can become a valid answer: right answers stay right on their way through a field's layout. */
export function checkTyping({ project, forms, memo }: Analysis): Located[] {
  return project.all('formUi').flatMap(({ id, value, document }) => {
    const { properties = {} } = forms.get(id)?.schema ?? {};
    const findings = Object.entries(value.fields).flatMap(([name, ui]) => {
      const property = properties[name];
      const key = `typing ${name} ${JSON.stringify([ui, property])}`;
      return property ? memo.get(key, () => ofField(ui, property, pointerTo('/fields', name), project.registry.widgets)) : [];
    });
    return findings.map((finding) => ({ document, finding }));
  });
}

type Widgets = Analysis['project']['registry']['widgets'];

function ofField(ui: FieldUi, property: PropertySchema, pointer: string, widgets: Widgets): Finding[] {
  const parts = (property.items ?? property).properties ?? {};
  const inner = Object.entries(ui.items ?? {}).flatMap(([name, each]) => {
    const part = parts[name];
    return part ? ofField(each, part, pointerTo(`${pointer}/items`, name), widgets) : [];
  });
  return [
    ...inner,
    ...ofNormalisers(ui, property, pointer),
    ...ofCompletion(ui, property, pointer),
    ...ofPictures(ui, property, pointer),
    ...ofLength(ui, property, pointer, widgets),
  ];
}

/** A normaliser must not break a right answer. */
function ofNormalisers(ui: FieldUi, property: PropertySchema, pointer: string): Finding[] {
  if (property.type !== 'string' || !ui['ui:normalise']?.length) return [];
  const problem = tryValidator(property);
  const random = createRandom(1);
  const fakes = Array.from({ length: tries }, () => validValue(property, random));
  const right = fakes.filter((each) => typeof each === 'string' && problem(each) === undefined);
  const broken = right.map((each) => ({ each, after: tidied(ui, each) })).filter(({ after }) => problem(after) !== undefined);
  const [first] = broken;
  // A text without a pattern may consist of what a normaliser removes.
  if (!first || broken.length < right.length) return [];
  const message = `The normalisers turn the right answer ${JSON.stringify(first.each)} into ${JSON.stringify(first.after)}, which is wrong.`;
  return [{ code: 'untypable', pointer: `${pointer}/ui:normalise`, message }];
}

/** What a completed number becomes must be an answer. */
function ofCompletion(ui: FieldUi, property: PropertySchema, pointer: string): Finding[] {
  const { 'ui:complete': complete } = ui;
  if (!complete) return [];
  const problem = tryValidator(property);
  const completed = Array.from('123456789', (digit) => complete.prefix + digit.repeat(complete.digits));
  if (completed.some((each) => problem(each) === undefined)) return [];
  const message = `A number of ${complete.digits} digits becomes ${JSON.stringify(completed[0])}, which the field refuses.`;
  return [{ code: 'untypable', pointer: `${pointer}/ui:complete`, message }];
}

/** Options by code name codes of the field. */
function ofPictures(ui: FieldUi, property: PropertySchema, pointer: string): Finding[] {
  const { icons } = ui['ui:options'] ?? {};
  const codes = (property.items ?? property).enum?.map(String);
  if (!codes || icons === null || typeof icons !== 'object') return [];
  return Object.keys(icons)
    .filter((code) => !codes.includes(code))
    .map((code) => ({
      code: 'unknown-code',
      pointer: pointerTo(`${pointer}/ui:options/icons`, code),
      at: 'key',
      message: `The field has no code "${code}".`,
      ...nearMiss(code, codes),
    }));
}

/** A mask must not ask for more characters than any answer has. */
function ofLength(field: FieldUi, property: PropertySchema, pointer: string, widgets: Widgets): Finding[] {
  const widget = widgets[field['ui:widget'] ?? defaultWidget(property)];
  const { pattern, maxLength = Infinity } = property;
  const longest = pattern === undefined ? undefined : patternTexts(pattern, property)?.lengths.at(-1);
  const most = Math.min(maxLength, longest ?? Infinity);
  const variants = Object.entries(field['ui:variants']?.options ?? {}).map(([code, own]) => ({
    own,
    at: pointerTo(`${pointer}/ui:variants/options`, code),
  }));
  return [{ own: {}, at: `${pointer}/ui:options` }, ...variants].flatMap(({ own, at }): Finding[] => {
    const length = widget?.fills?.({ ...field['ui:options'], ...own });
    if (length === undefined || length <= most) return [];
    return [
      { code: 'untypable', pointer: `${at}/mask`, message: `The mask has ${length} characters, but the field allows at most ${most}.` },
    ];
  });
}
