import Type, { type TObject } from 'typebox';
import { expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { loadExpressions } from '../../../engine/compiler/release/loadPart.ts';
import type { Release } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { Screen } from '../../../engine/config/screen.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

const session = registry.namespaces['session'] as TObject;

/** The club with a session that lists its permitted calls, and a button that only leads to its action. */
const limited: Registry = {
  ...registry,
  blocks: { ...registry.blocks, button: { ...registry.blocks['button']!, isForActions: true } },
  namespaces: {
    ...registry.namespaces,
    session: { ...session, properties: { ...session.properties, operations: Type.Array(Type.String()) } },
  },
};

const files = clubFiles().map((file) =>
  file.path === 'flows/screens/home.screen.json'
    ? {
        ...file,
        text: file.text
          .replace('"event": "logout",', `"do": "club.join", "with": { "nick": "'ann'" },`)
          .replace('"data": {', '"data": { "about": { "op": "club.current" },'),
      }
    : file,
);

async function homeOf(release: Release | undefined) {
  const { definition, expressions } = release!.manifest.screens['home']!;
  const screen = JSON.parse(release!.parts.get(definition)!.body) as Screen;
  const values = await loadExpressions(release!.parts.get(expressions!)!.body);
  const holds = (source: string | undefined, session: object) => source === undefined || values[source]?.({ session }) === true;
  return {
    about: screen.data?.['about'],
    data: screen.data?.['club'],
    button: screen.blocks.find(({ block }) => block === 'button'),
    holds,
  };
}

test('D12 an action is shown only to a session that may call its operation, without a condition in the file', async () => {
  const { button, holds } = await homeOf((await compile(files, limited)).release);
  expect(holds(button?.when, { operations: ['club.join'] })).toBe(true);
  expect(holds(button?.when, { operations: ['club.current'] })).toBe(false);
  expect(holds(button?.when, {})).toBe(false);
});

test('D12 data that the session may not read is not fetched, and while the session loads, data is', async () => {
  const { data, holds } = await homeOf((await compile(files, limited)).release);
  expect(holds(data?.when, { operations: ['club.current'] })).toBe(true);
  expect(holds(data?.when, { operations: [] })).toBe(false);
  expect(holds(data?.when, {})).toBe(true);
});

test('D12 what a page is about is fetched whoever opens it, so that the refusal is read', async () => {
  const { about } = await homeOf((await compile(files, limited)).release);
  expect(about).toEqual({ op: 'club.current' });
});

test('D12 a tab names what the screen behind it needs', async () => {
  const { release } = await compile(files, limited);
  expect(release?.manifest.navigation.tabs).toEqual([{ route: '/home', icon: 'home', key: 'home', needs: ['club.current'] }]);
});

test('D12 a page needs what it is about, and none of the other data that it shows', async () => {
  const more = files.map((file) =>
    file.path.endsWith('home.screen.json')
      ? { ...file, text: file.text.replace('"data": {', '"data": { "first": { "op": "club.current" }, "more": { "op": "club.members" },') }
      : file,
  );
  const members = { ...registry.operations['club.current']!, id: 'club.members' };
  const { release } = await compile(more, { ...limited, operations: { ...limited.operations, 'club.members': members } });
  expect(release?.manifest.navigation.tabs[0]?.needs).toEqual(['club.current']);
});

test('D12 "/" leads home where the navigation says so, and the release knows what each home needs', async () => {
  const edited = (replace: (text: string) => string) =>
    compile(
      files.map((file) =>
        file.path.endsWith('navigation.json') || file.path.endsWith('home.screen.json') ? { ...file, text: replace(file.text) } : file,
      ),
      limited,
    );
  const toRoot = (text: string) => text.replace('"go": "/home"', '"go": "/"');
  const { release } = await edited((text) => toRoot(text).replace('"tabs"', '"home": ["/home"], "tabs"'));
  expect(release?.manifest.navigation.homes).toEqual([{ route: '/home', needs: ['club.current'] }]);
  expect((await edited(toRoot)).diagnostics.map(({ code }) => code)).toContain('unknown-route');
});

test('an application whose session lists no operations stays as its author wrote it', async () => {
  const { release } = await compile(files, registry);
  const { data, button } = await homeOf(release);
  expect([data?.when, button?.when]).toEqual([undefined, undefined]);
  expect(release?.manifest.navigation.tabs[0]).not.toHaveProperty('needs');
});
