import { expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import { generateMetaSchemas } from '../../../engine/compiler/index.ts';
import { registry } from '../../../server/registry.ts';
import { Design } from '../../../src/studio/blocks/designer/design.ts';
import type { Schema } from '../../../src/studio/blocks/designer/schema.ts';
import { celMarks, expressionsIn } from '../../../src/studio/blocks/fileEditor/celMarks.ts';
import { explainedAt, suggestionsAt } from '../../../src/studio/blocks/fileEditor/suggestions.ts';

const texts = new Map(readSources('.').map(({ path, text }) => [path, text]));
const kinds = Object.fromEntries(
  generateMetaSchemas(registry).map(({ path, text }) => [
    path.slice('schemas/meta/'.length, -'.schema.json'.length),
    JSON.parse(text) as Schema,
  ]),
);
const design = new Design({ paths: [...texts.keys()], text: (path) => texts.get(path) }, kinds);

/** The labels offered at the position of `|`. */
function offered(path: string, marked: string): string[] {
  const at = marked.indexOf('|');
  return suggestionsAt(design, path, marked.replace('|', ''), at)?.options.map(({ label }) => label) ?? [];
}

const screen = 'flows/screens/start.screen.json';
const head = '{ "$schema": "../../schemas/meta/screen.schema.json", "id": "start", "route": "/start", "blocks": [';

test('T05 a key is one that may stand there and is not there yet, also in what is not complete', () => {
  const keys = offered(screen, `${head}{ "block": "heading", "|" }] }`);
  expect(keys).toContain('level');
  expect(keys).not.toContain('block');
  expect(keys).not.toContain('pattern');
  expect(offered(screen, '{ "id": "start", "|" }')).toContain('keepAlive');
  expect(offered('schemas/forms/work.schema.json', '{ "properties": { "income": { "|" } } }')).toContain('x-when');
});

test('T05 a value is a code, a name or a text that the place may refer to', () => {
  expect(offered(screen, `${head}{ "block": "|" }] }`)).toContain('heading');
  expect(offered(screen, `${head}{ "block": "form", "form": "|" }] }`)).toContain('work');
  expect(offered(screen, `${head}{ "block": "heading", "text": { "key": "|" } }] }`)).toContain('heading');
  expect(offered('flows/onboarding.flow.json', '{ "id": "onboarding", "steps": [{ "id": "work", "form": "w|" }] }')).toContain('work');
  expect(offered('schemas/forms/work.schema.json', '{ "properties": { "income": { "$ref": "|" } } }')).toContain(
    '../enums/income.schema.json',
  );
});

test('T07 inside CEL, the fields of forms and the named conditions are offered', () => {
  const cel = '{ "id": "work", "properties": { "income": { "type": "string", "x-when": "has(self.jobType) && conditions.is|" } } }';
  const names = suggestionsAt(design, 'schemas/forms/work.schema.json', cel.replace('|', ''), cel.indexOf('|'));
  expect(names?.options.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['conditions.isEmployed', 'self.jobType', 'identity.idNumber']),
  );
  expect(cel.slice(names?.from, cel.indexOf('|'))).toBe('conditions.is');
});

test('T05 a property says what it means', () => {
  const text = '{ "properties": { "income": { "x-when": "true" } } }';
  expect(explainedAt(design, 'schemas/forms/work.schema.json', text, text.indexOf('x-when') + 2)).toMatchObject({ title: 'Applies when' });
});

test('T05 strings that are CEL by their meta-schema are drawn by their parts, and no other', () => {
  const path = 'schemas/forms/work.schema.json';
  const text = texts.get(path) ?? '';
  const found = expressionsIn(design, path, text).map(({ from, to }) => text.slice(from, to));
  expect(found).toContain('conditions.isEmployed');
  expect(found).not.toContain('work');
  const source = "has(self.income) && self.jobType in ['student'] && 12 < 20.5 || !true";
  const parts = celMarks(source, 10).map(({ kind, from, to }) => `${kind} ${source.slice(from - 10, to - 10)}`);
  expect(parts.slice(0, 4)).toEqual(['function has', 'name self', 'name income', 'sign &&']);
  expect(parts).toEqual(expect.arrayContaining(['word in', "text 'student'", 'number 12', 'sign <', 'number 20.5', 'sign !', 'word true']));
  expect(expressionsIn(design, path, '{ "properties": {')).toEqual([]);
});
