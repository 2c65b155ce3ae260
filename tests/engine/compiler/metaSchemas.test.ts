import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { generateMetaSchemas } from '../../../engine/compiler/index.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';
import { claimRegistry, deskRegistry, shippedFiles, shippedRegistry, studioRegistry } from './fixtures/shipped.ts';

type Json = Record<string, unknown>;

function validators(files: ReturnType<typeof generateMetaSchemas>) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return new Map(files.map(({ path, text }) => [path.replace(/^.*\//, ''), ajv.compile(JSON.parse(text) as Json)]));
}

function kindOf(text: string): string {
  return String((JSON.parse(text) as Json)['$schema']).replace(/^.*\//, '');
}

describe('meta-schemas for editors', () => {
  test.each([
    ['', shippedRegistry],
    ['desk/', deskRegistry],
    ['studio/', studioRegistry],
    ['examples/claim/', claimRegistry],
  ])('in "%s" are what `hakbang schema` writes', (folder, registered) => {
    const stored = (path: string) => readFileSync(new URL(`../../../${folder}${path}`, import.meta.url), 'utf8');
    const stale = generateMetaSchemas(registered).filter(({ path, text }) => stored(path) !== text);
    expect(stale.map(({ path }) => path)).toEqual([]);
  });

  test.each([
    ['the shipped configuration', shippedRegistry, shippedFiles],
    ['the club', registry, clubFiles()],
  ])('accept %s', (_, registered, files) => {
    const checks = validators(generateMetaSchemas(registered));
    const refused = files.filter(({ path, text }) => path.endsWith('.json') && !checks.get(kindOf(text))?.(JSON.parse(text)));
    expect(refused.map(({ path }) => path)).toEqual([]);
  });

  test('complete the options of widgets and blocks', () => {
    const checks = validators(generateMetaSchemas(registry));
    const screen = (block: Json) => checks.get('screen.schema.json')?.({ id: 'a', route: '/a', blocks: [block] });
    expect(screen({ block: 'heading', text: { key: 'a' } })).toBe(true);
    expect(screen({ block: 'heading' })).toBe(false);
    expect(screen({ block: 'headline', text: { key: 'a' } })).toBe(false);
    const layout = (field: Json) => checks.get('formUi.schema.json')?.({ id: 'a', order: ['b'], fields: { b: field } });
    expect(layout({ 'ui:widget': 'radioCards', 'ui:options': { columns: 2 } })).toBe(true);
    expect(layout({ 'ui:widget': 'radioCards', 'ui:options': { columns: 9 } })).toBe(false);
    expect(layout({ 'ui:widget': 'radio' })).toBe(false);
  });

  test('give every number an upper bound, so that a digit too many is an error', () => {
    /** JSON Schema's own keywords, values of any size, and what another rule bounds. */
    const free = /^(form|format)\.|\/(maxWarnings|version|theme|clickGuardMs|constants\/.*|fill\/.*|x-offers\/.*)$/;
    const unbounded: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const { type } = schema as { type?: unknown };
      const isBounded = ['maximum', 'exclusiveMaximum', 'const', 'enum'].some((keyword) => keyword in schema);
      if ((type === 'integer' || type === 'number') && !isBounded) unbounded.push(path);
      for (const [name, part] of Object.entries(schema)) visit(part, `${path}/${name}`);
    };
    for (const registered of [shippedRegistry, deskRegistry, studioRegistry, claimRegistry])
      for (const { path, text } of generateMetaSchemas(registered)) visit(JSON.parse(text), path.replace(/^.*\//, ''));
    expect(unbounded.filter((path) => !free.test(path))).toEqual([]);
  });

  test('have a title for every property of the engine', () => {
    const untitled: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const { properties = {} } = schema as { properties?: Record<string, Json> };
      for (const [name, property] of Object.entries(properties)) {
        if (name !== '$comment' && 'x-cel' in property && !('title' in property)) untitled.push(`${path}/${name}`);
        visit(property, `${path}/${name}`);
      }
    };
    for (const { path, text } of generateMetaSchemas(registry)) visit(JSON.parse(text), path);
    expect(untitled).toEqual([]);
  });

  test('match schemas/meta (otherwise run npm run hakbang schema)', () => {
    for (const { path, text } of generateMetaSchemas(shippedRegistry)) {
      expect({ path, text: readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8') }).toEqual({ path, text });
    }
  });
});
