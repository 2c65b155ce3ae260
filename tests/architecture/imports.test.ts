import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.ts';

/** The import rules of ARCHITECTURE.md. The first matching rule applies. `*` allows whatever is not named. */
const layers: { layer: string; may: string[] }[] = [
  { layer: 'engine/config', may: [] },
  { layer: 'engine/expression', may: ['engine/config'] },
  { layer: 'engine/texts', may: ['engine/config'] },
  { layer: 'engine/form', may: ['engine/config', 'engine/expression'] },
  { layer: 'engine/flow', may: ['engine/config', 'engine/expression', 'engine/form'] },
  { layer: 'engine/migrate', may: ['engine/config', 'engine/form', 'engine/flow'] },
  { layer: 'engine/session', may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/migrate'] },
  {
    layer: 'engine/compiler',
    may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/texts', 'engine/fake'],
  },
  { layer: 'engine/fake', may: ['engine/config', 'engine/expression', 'engine/form'] },
  {
    layer: 'engine/scenario',
    may: [
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/session',
      'engine/compiler',
      'engine/texts',
      'engine/fake',
      'engine/recording',
    ],
  },
  { layer: 'engine/scaffold', may: ['engine/config', 'engine/compiler'] },
  {
    layer: 'engine/explore',
    may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/compiler', 'engine/fake'],
  },
  {
    layer: 'engine/recording',
    may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/compiler', 'engine/fake', 'engine/explore'],
  },
  {
    layer: 'engine/cases',
    may: [
      'engine/conditions',
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/compiler',
      'engine/fake',
      'engine/explore',
    ],
  },
  { layer: 'engine/react', may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/session', 'engine/texts'] },
  {
    layer: 'engine/cli',
    may: [
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/compiler',
      'engine/fake',
      'engine/recording',
      'engine/cases',
      'engine/scenario',
      'engine/explore',
      'engine/diff',
      'engine/migrate',
      'engine/scaffold',
    ],
  },
  {
    layer: 'engine/diff',
    may: ['engine/config', 'engine/expression', 'engine/form', 'engine/flow', 'engine/compiler', 'engine/fake', 'engine/migrate'],
  },
  { layer: 'engine/merge', may: ['engine/config', 'engine/form', 'engine/compiler', 'engine/diff'] },
  { layer: 'engine/conditions', may: ['engine/config', 'engine/expression', 'engine/form', 'engine/compiler'] },
  {
    layer: 'engine/graph',
    may: ['engine/config', 'engine/expression', 'engine/form', 'engine/compiler', 'engine/conditions', 'engine/explore', 'engine/fake'],
  },
  { layer: 'engine/words', may: ['engine/config', 'engine/form', 'engine/compiler', 'engine/merge'] },
  { layer: 'server/contract', may: ['engine/config'] },
  { layer: 'server/lending', may: ['engine/config'] },
  {
    layer: 'server',
    may: [
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/compiler',
      'engine/diff',
      'engine/merge',
      'engine/words',
      'engine/graph',
      'engine/conditions',
      'engine/migrate',
      'engine/scenario',
      'engine/cli',
      'engine/texts',
      'server/contract',
      'server/lending',
      'src/definitions.ts',
      'src/app/definitions.ts',
      'src/app/namespaces.ts',
      'src/desk/definitions.ts',
      'src/studio/definitions.ts',
    ],
  },
  {
    layer: 'src/definitions.ts',
    may: ['engine/config', 'engine/form', 'engine/react', 'src/borrower', 'src/app/definitions.ts', 'src/ui/icons.ts'],
  },
  // An idempotency key is looked up by a hash of its request.
  { layer: 'src/api', may: ['engine/config', 'engine/form/hash.ts', 'server/contract'] },
  // Other sites load it, so it must not import the app.
  { layer: 'src/embed', may: [] },
  // A separate script in preview pages.
  { layer: 'src/marks', may: [] },
  { layer: 'src/ui', may: ['src/styles', 'engine/react'] },
  {
    layer: 'src/app',
    may: [
      'engine/texts',
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/session',
      'engine/react',
      'src/embed/protocol.ts',
      'src/api',
      'src/ui',
      'src/styles',
    ],
  },
  {
    layer: 'src/borrower',
    may: [
      'src/app',
      // Contract types.
      'server/contract',
      'engine/config',
      'engine/expression',
      'engine/form',
      'engine/flow',
      'engine/session',
      'engine/react',
      'src/api',
      'src/ui',
      'src/styles',
    ],
  },
  { layer: 'src/staff/definitions.ts', may: ['engine/config', 'engine/react/blocks', 'src/app/definitions.ts', 'src/staff'] },
  { layer: 'src/staff', may: ['src/app', 'src/api', 'src/styles', 'engine/config', 'engine/react'] },
  { layer: 'src/desk/definitions.ts', may: ['engine/config', 'src/app/definitions.ts', 'src/staff/definitions.ts', 'src/desk'] },
  {
    layer: 'src/desk',
    may: [
      'src/app',
      'src/api',
      'src/staff',
      'src/styles',
      'server/contract',
      'engine/config',
      'engine/form',
      'engine/session',
      'engine/react',
    ],
  },
  { layer: 'src/studio/definitions.ts', may: ['engine/config', 'src/app/definitions.ts', 'src/staff/definitions.ts', 'src/studio'] },
  { layer: 'src/studio', may: ['src/app', 'src/marks/protocol.ts', 'src/api', 'src/staff', 'src/styles', 'server/contract', 'engine'] },
  { layer: 'src', may: ['engine', 'src'] },
];

/** Server and command line read these without React. */
const reactFree = [
  'src/definitions.ts',
  'src/desk/definitions.ts',
  'src/studio/definitions.ts',
  'engine/react/widgets/definitions.ts',
  'engine/react/blocks/definitions.ts',
  'engine/react/blocks/workplace/definitions.ts',
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function sources(): string[] {
  return ['engine', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8');
  return [...text.matchAll(importPattern)]
    .map((match) => ({ typeOnly: Boolean(match[1]), target: match[2] ?? match[3] ?? '' }))
    .filter(({ target }) => target.startsWith('.'))
    .map(({ typeOnly, target }) => ({ from, to: normalize(join(dirname(from), target)), typeOnly }));
}

/** Packages that a file imports at run time. */
function packagesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].flatMap(([, typeOnly, fixed, lazy]) => {
    const target = fixed ?? lazy ?? '';
    return typeOnly || target.startsWith('.') ? [] : [target];
  });
}

const inside = (path: string, layer: string) => path === layer || path.startsWith(`${layer}/`);
const layerOf = (path: string) => layers.find(({ layer }) => inside(path, layer));
const files = sources();
const imports = files.flatMap(importsOf);

test('imports run one way', () => {
  const wrong = imports.filter(({ from, to }) => {
    const own = layerOf(from);
    const target = layerOf(to);
    return own && target && own !== target && !own.may.some((allowed) => inside(to, allowed));
  });
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('the browser knows the contract by its types only', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => inside(from, 'src') && inside(to, 'server') && !typeOnly);
  expect(wrong).toEqual([]);
});

/** Returns each cycle of a graph that a depth-first walk from the given nodes meets, as `a → b → a`. */
function cyclesOf(nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]) => {
    const at = trail.indexOf(node);
    if (at >= 0) cycles.push([...trail.slice(at), node].join(' → '));
    if (at >= 0 || done.has(node)) return;
    for (const each of next(node)) visit(each, [...trail, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return cycles;
}

test('no file takes part in a cycle of imports', () => {
  const graph = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  expect(cyclesOf(files, (file) => (graph.get(file) ?? []).map(({ to }) => to))).toEqual([]);
});

/** These files and all of ours that they load at run time. */
function reachedFrom(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const reach = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (/\.tsx?$/.test(file)) for (const { to, typeOnly } of importsOf(file)) if (!typeOnly) reach(to);
  };
  entries.forEach(reach);
  return [...seen];
}

test('code that the server and the command line import from the browser is free of React', () => {
  expect(reachedFrom(reactFree).filter((file) => file.endsWith('.tsx') || file.endsWith('.css'))).toEqual([]);
});

test('the browser loads no schema builder, schema compiler or expression evaluator', () => {
  const compilers = /^(typebox|ajv|@marcbachmann\/cel-js|jsonc-parser|recheck)\b/;
  const found = reachedFrom(['src/main.tsx'])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => packagesOf(file).flatMap((name) => (compilers.test(name) ? [`${file} → ${name}`] : [])));
  expect(found).toEqual([]);
});

test('no page imports a module of Node', () => {
  const found = reachedFrom(['src/main.tsx', 'src/desk/main.tsx', 'src/studio/main.tsx'])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => packagesOf(file).flatMap((name) => (name.startsWith('node:') ? [`${file} → ${name}`] : [])));
  expect(found).toEqual([]);
});

test('a check of the configuration loads no database and no telephone library: importing them takes longer than the check', () => {
  const slow = /^(kysely|pg|fastify|@electric-sql\/pglite|libphonenumber-js(\/min)?)$/;
  const found = reachedFrom(['server/registry.ts', 'server/cli/scenarioQuestions.ts'])
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => packagesOf(file).flatMap((name) => (slow.test(name) ? [`${file} → ${name}`] : [])));
  expect(found).toEqual([]);
});

test('files stay short enough to read', () => {
  const long = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

/** Contracts between areas: types that name what others provide. */
const contracts = new Set(['area.ts', 'deps.ts', 'invariants.ts', 'product.ts'].map((name) => `server/platform/${name}`));

/** The area of a server file, such as `platform/auth` or `product/advance/consent`. A file outside the areas is its own area. */
function areaOf(path: string): string | undefined {
  if (contracts.has(path)) return undefined;
  return /^server\/((?:platform|product)\/(?:advance\/(?=[^/]+\/))?[^/]+)/.exec(path)?.[1];
}

const betweenAreas = imports.flatMap(({ from, to }) => {
  const [importer, imported] = [areaOf(from), areaOf(to)];
  return importer && imported && importer !== imported ? [{ importer, imported, from, to }] : [];
});

test('areas of the server import one another in one direction', () => {
  const imported = Map.groupBy(betweenAreas, ({ importer }) => importer);
  expect(imported.size).toBeGreaterThan(30);
  expect(cyclesOf(imported.keys(), (area) => new Set(imported.get(area)?.map((edge) => edge.imported)))).toEqual([]);
});

/** Parts that a second product does not have. */
const ofTheProduct = [
  'server/product',
  'server/lending',
  'server/contract/operations.ts',
  'server/contract/staff/operations.ts',
  'server/registry.ts',
  'server/areas.ts',
  'src/borrower',
];

test('R14 platform and application import nothing of the product', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      ['engine', 'server/platform', 'server/ports', 'src/app', 'src/api', 'src/embed', 'src/ui'].some((generic) => inside(from, generic)) &&
      ofTheProduct.some((own) => inside(to, own)),
  );
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});
