import { describe, expect, test } from 'vitest';
import { compile, createCompiler, loadPart } from '../../../engine/compiler/index.ts';
import type { Release } from '../../../engine/compiler/types.ts';
import type { FormModule } from '../../../engine/form/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

async function clubRelease(): Promise<Release> {
  const { diagnostics, release } = await compile(clubFiles(), registry);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!release) throw new Error('no release');
  return release;
}

async function load<T>(release: Release, name: string): Promise<T> {
  const part = release.parts.get(name);
  if (!part) throw new Error(`no part ${name}`);
  return (await loadPart(part)) as T;
}

describe('a release', () => {
  test('has a module for each form that can check a single property', async () => {
    const release = await clubRelease();
    const form = await load<FormModule>(release, release.manifest.forms['sports']?.module ?? '');
    expect(Object.keys(form.fields)).toEqual(['sport', 'distance', 'nick', 'friends']);
    expect(form.fields['sport']?.validate('swim')).toBe(true);
    expect(form.fields['sport']?.validate('golf')).toBe(false);
    expect(form.fields['sport']?.validate.errors).toEqual([{ keyword: 'enum', instancePath: '', params: {} }]);
    expect(form.fields['friends']?.validate([{ name: '', phone: '1' }])).toBe(false);
    expect(form.fields['friends']?.validate.errors?.[0]).toMatchObject({ keyword: 'minLength', instancePath: '/0/name' });
    expect(form.fields['friends']?.validate([{ name: '' }, { name: 'Bo', phone: 1 }])).toBe(false);
    const wrong = form.fields['friends']?.validate.errors?.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`);
    expect(wrong).toEqual(['/0 required', '/0/name minLength', '/1/phone type']);
    expect(form.fields['distance']?.when?.({ self: { sport: 'chess' } })).toBe(false);
    expect(form.fields['distance']?.required).toBe(true);
  });

  test('refuses invalid dates', async () => {
    const release = await clubRelease();
    const { fields } = await load<FormModule>(release, release.manifest.forms['person']?.module ?? '');
    const valid = (day: string) => fields['birthDate']?.validate(day);
    expect(['2000-02-29', '1900-02-28', '2026-12-31'].map(valid)).toEqual([true, true, true]);
    expect(['1900-02-29', '2026-02-29', '2026-04-31', '2026-13-01', '26-01-01', ''].map(valid)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(fields['birthDate']?.sensitive).toBe('pii');
    expect(fields['code']?.transient).toBe(true);
  });

  test('lists the properties that a rule needs, without guarded ones', async () => {
    const release = await clubRelease();
    const sports = await load<FormModule>(release, release.manifest.forms['sports']?.module ?? '');
    expect(sports.rules.map(({ scope, at, error, reads }) => ({ scope, at, error, reads }))).toEqual([
      { scope: '', at: 'nick', error: 'same', reads: [] },
      { scope: 'friends', at: 'phone', error: 'twice', reads: ['friends'] },
      { scope: 'friends', at: 'phone', error: 'isSelf', reads: ['friends'] },
    ]);
    expect(release.manifest.forms['sports']?.reads).toEqual(['person']);
    const same = sports.rules[0]?.assert;
    expect(same?.({ self: {}, person: { nick: 'ann' } })).toBe(true);
    expect(same?.({ self: { nick: 'ann' }, person: { nick: 'ann' } })).toBe(false);
  });

  test('lists the properties that a rule mentions, guarded or not', async () => {
    const release = await clubRelease();
    const sports = await load<FormModule>(release, release.manifest.forms['sports']?.module ?? '');
    expect(sports.rules.map(({ mentions }) => mentions)).toEqual([['nick'], ['friends'], ['friends']]);
    const whole = clubFiles().map(({ path, text }) => ({
      path,
      text: text.replace('!has(self.nick) ||', 'size(self) > 9 || !has(self.nick) ||'),
    }));
    const { release: other } = await compile(whole, registry);
    const open = await load<FormModule>(other ?? release, other?.manifest.forms['sports']?.module ?? '');
    expect(open.rules[0]).not.toHaveProperty('mentions');
  });

  test('resolves $refs and records their origin', async () => {
    const release = await clubRelease();
    const { schema, ui } = await load<{ schema: { properties: object }; ui: object }>(
      release,
      release.manifest.forms['sports']?.definition ?? '',
    );
    expect(schema.properties).toMatchObject({
      sport: { enum: ['swim', 'run', 'chess'], 'x-enum': 'sport' },
      nick: { pattern: '^[a-z]+$', 'x-format': 'nick' },
    });
    expect(ui).toMatchObject({ id: 'sports', order: ['sport', 'distance', 'nick', 'friends'] });
  });

  test('names the parts of a screen; a review needs every form of its flow', async () => {
    const { manifest, ...release } = await clubRelease();
    expect(manifest.screens['home']).toMatchObject({ route: '/home', aliases: ['/h'], forms: [], blocks: ['button', 'heading', 'list'] });
    expect(manifest.screens['sports']).toMatchObject({
      forms: ['sports'],
      widgets: ['contactList', 'number', 'phone', 'radioCards', 'text'],
    });
    expect(manifest.screens['review']?.forms).toEqual(['person', 'sports']);
    expect(manifest.routes).toMatchObject({ '/home': 'home', '/h': 'home', '/person': 'person' });
    const texts = await load<Record<string, object>>({ manifest, ...release }, manifest.screens['sports']?.texts['fil'] ?? '');
    expect(texts).toMatchObject({
      screens: { sports: { title: 'Sports po' } },
      enums: { sport: { run: 'Running po' } },
      forms: { sports: { title: 'Sports po' } },
    });
    expect(Object.keys(texts['forms'] ?? {})).toEqual(['sports']);
  });

  test('gives the texts of a block to the screens that have it', async () => {
    const { heading } = registry.blocks;
    if (!heading) throw new Error('no heading');
    const blocks = { ...registry.blocks, heading: { ...heading, words: ['by'], wordsAreLocal: true as const } };
    const words = (text: string) => ({ text: JSON.stringify({ ...(JSON.parse(text) as object), blocks: { heading: { by: 'By' } } }) });
    const files = clubFiles().map(({ path, text }) => (path.endsWith('/common.json') ? { path, ...words(text) } : { path, text }));
    const { release, diagnostics } = await compile(files, { ...registry, blocks });
    if (!release) throw new Error(JSON.stringify(diagnostics));
    const { manifest } = release;
    const own = { common: { blocks: { heading: { by: 'By' } } } };
    expect(await load(release, manifest.commonTexts['en'] ?? '')).not.toMatchObject(own);
    expect(await load(release, manifest.screens['home']?.texts['en'] ?? '')).toMatchObject(own);
    expect(await load(release, manifest.screens['person']?.texts['en'] ?? '')).not.toHaveProperty('common');
  });

  test('has the expressions of a screen by source, with named conditions expanded', async () => {
    const release = await clubRelease();
    const { expressions } = await load<{ expressions: Record<string, (context: object) => unknown> }>(
      release,
      release.manifest.screens['home']?.expressions ?? '',
    );
    const context = {
      club: { name: 'Ann', level: 'gold' },
      features: { points: true },
      constants: { minimumAge: 12 },
      item: { day: '2026-01-01' },
    };
    expect(expressions["club.level == 'gold' && conditions.rich"]?.(context)).toBe(true);
    expect(expressions['has(item.note)']?.(context)).toBe(false);
    expect(expressions['item.day']?.(context)).toBe('2026-01-01');
  });

  test('is the same for the same files, whatever their order', async () => {
    const [one, other] = await Promise.all([compile(clubFiles(), registry), compile(clubFiles().toReversed(), registry)]);
    expect(one.release?.hash).toBe(other.release?.hash);
    expect([...(one.release?.parts.keys() ?? [])].sort()).toEqual([...(other.release?.parts.keys() ?? [])].sort());
  });

  test('has modules without imports or eval', async () => {
    const release = await clubRelease();
    const modules = [...release.parts.values()].filter(({ type }) => type === 'text/javascript');
    expect(modules.length).toBeGreaterThan(5);
    for (const { body } of modules) expect(body).not.toMatch(/\bimport\b|\brequire\(|new Function|\beval\(/);
    for (const name of release.parts.keys()) expect(name).toMatch(/^[0-9a-f]{16}\.(json|mjs)$/);
  });
});

describe('sensitivity', () => {
  test('of a list follows from its parts, and that of a code from its widget', async () => {
    const files = clubFiles().map(({ path, text }) => {
      if (path === 'schemas/forms/sports.schema.json')
        return { path, text: text.replace('"minLength": 1', '"minLength": 1, "x-sensitive": "pii"') };
      if (path === 'schemas/forms/person.ui.json')
        return { path, text: text.replace('"fields": {', '"fields": { "code": { "ui:widget": "oneTimeCode" },') };
      return { path, text };
    });
    const { release } = await compile(files, registry);
    if (!release) throw new Error('no release');
    const sports = await load<FormModule>(release, release.manifest.forms['sports']?.module ?? '');
    const person = await load<FormModule>(release, release.manifest.forms['person']?.module ?? '');
    expect(sports.fields['friends']?.sensitive).toBe('pii');
    expect(sports.fields['sport']).not.toHaveProperty('sensitive');
    expect(person.fields['code']?.sensitive).toBe('secret');
  });
});

test('K05 a changed type of a number changes the code of other files that read it, also between two compiles', async () => {
  const files = (minimumAge: number) =>
    clubFiles().map(({ path, text }) => ({
      path,
      text: text
        .replace('"minimumAge": 12', `"minimumAge": ${minimumAge}`)
        .replace('constants.minimumAge / 2 > 5', 'constants.minimumAge > 5')
        .replace('>= constants.minimumAge', '>= constants.minimumAge * constants.minimumAge / constants.minimumAge')
        .replace("club.level == 'gold'", "club.level == 'gold' && constants.minimumAge / constants.minimumAge == 1"),
    }));
  const compiler = createCompiler(registry);
  const first = (await compiler.compile(files(12))).release;
  const second = (await compiler.compile(files(12.5))).release;
  expect(first).toBeDefined();
  expect(second?.hash).toBe((await compile(files(12.5), registry)).release?.hash);
  const codeOf = (release: Release | undefined) => [...(release?.parts.values() ?? [])].map(({ body }) => body).join();
  expect(codeOf(first)).toContain('Math.trunc');
  expect(codeOf(second)).not.toContain('Math.trunc');
});
