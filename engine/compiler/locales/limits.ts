import type { PropertySchema } from '../../config/form.ts';
import type { Settings } from '../../config/settings.ts';
import { limitKeywords } from '../../form/messages.ts';
import { isBounded, patternTexts } from '../../fake/patternText.ts';
import { createWords, regionOf } from '../../texts/words.ts';
import type { Analysis } from '../analysis.ts';
import { attached } from '../attached.ts';
import type { Language, Words } from './words.ts';

export type Limits = Readonly<Partial<Record<(typeof limitKeywords)[number], number>>>;

/** The limits that an answer's schema sets. A pattern can limit the length too: `^[0-9]{12}$` means 12 characters. */
export function limitsOf(schema: PropertySchema): Limits {
  const own = Object.fromEntries(limitKeywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])));
  return { ...patternLimits(schema), ...own };
}

/**
 * Length limits that only the pattern sets. The keywords' own errors are filled at display time. Cached, because each language needs the limits
 * of a schema, and deriving them from a pattern is slow.
 */
const patternLimits = attached(({ pattern, minLength, maxLength }: PropertySchema): Limits => {
  if (pattern === undefined) return {};
  const lengths = patternTexts(pattern, {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  })?.lengths;
  const [shortest = 0, longest] = [lengths?.[0], lengths?.at(-1)];
  return {
    ...(minLength === undefined && shortest > 1 && { minLength: shortest }),
    ...(maxLength === undefined && longest !== undefined && isBounded(pattern) && { maxLength: longest }),
  };
});

/** Fills each field's texts with the limits from its schema, so that they are correct wherever the texts appear. */
export function withLimits(languages: ReadonlyMap<string, Language>, { forms, project, memo }: Analysis): Map<string, Language> {
  const settings = project.one('settings')?.value;
  return new Map(
    [...languages].map(([code, language]): [string, Language] => {
      const fill = memo.of(`filler ${code}`, [settings], () => filler(code, settings));
      const ofForms = mapped(language.words['forms'], (id, form) => {
        const schema = forms.get(id)?.schema;
        return memo.of(`limits ${code} form ${id}`, [form, schema, fill], () => inForm(form, schema?.properties ?? {}, fill));
      });
      const ofFormats = mapped(language.words['formats'], (id, format) => {
        const schema = project.get('format', id)?.value;
        // A field's own texts override these, and its errors are filled at display time.
        return schema
          ? memo.of(`limits ${code} format ${id}`, [format, schema, fill], () => inField(format, schema, patternLimits(schema), fill))
          : format;
      });
      const words = { ...language.words, ...(ofForms && { forms: ofForms }), ...(ofFormats && { formats: ofFormats }) };
      return [code, { ...language, words }];
    }),
  );
}

type Fill = (text: string, limits: Limits) => string;

/** Leaves other placeholders, which are filled at display time. */
function filler(language: string, settings: Settings | undefined): Fill {
  const { constants: _constants, ...region } = settings ? regionOf(settings) : {};
  const words = createWords(region);
  return (text, limits) => (text.includes('{{') ? words.fillIn({ language }, text, limits) : text);
}

type Word = Words[string];

function mapped(words: Word | undefined, map: (name: string, word: Word) => Word): Words | undefined {
  if (words === undefined || typeof words === 'string') return undefined;
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, map(name, word)]));
}

const inForm = (words: Word, properties: Readonly<Record<string, PropertySchema>>, fill: Fill): Word =>
  mapped(words, (name, word) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema ? inField(word, schema, limitsOf(schema), fill) : word;
  }) ?? words;

/** Fills the texts of a field. Parts inside it get their own limits. */
function inField(words: Word, schema: PropertySchema, limits: Limits, fill: Fill): Word {
  if (typeof words === 'string') return fill(words, limits);
  const parts = (schema.items ?? schema).properties ?? {};
  const filled = mapped(words, (name, word) => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    return part ? inField(word, part, limitsOf(part), fill) : inField(word, {}, limits, fill);
  });
  return filled ?? words;
}
