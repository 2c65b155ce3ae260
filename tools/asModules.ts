// React and react-is, which rjsf imports, are published as CommonJS. A bundler can reach their exports only through a runtime, which costs
// an extra file to fetch at startup, a getter per export and file, and an indirection in each call. The published files are simple enough
// to rewrite as modules.
import type { Plugin } from 'vite';

const packages = /node_modules[\\/](react|react-dom|react-is|scheduler)[\\/].*\.js$/;
/** An entry that selects one of its package's two builds. */
const chosen = /module\.exports = require\('(\.\/cjs\/[\w.-]+\.production(?:\.min)?\.js)'\)/;
const required = /require\("([\w-]+)"\)/g;
const exported = /(?:^|[;}]) *exports\.(\w+) ?=/gm;

/** Rewrites a CommonJS file as a module. It must assign its exports by name at the top level. */
export function asModule(code: string): string {
  const [, production] = chosen.exec(code) ?? [];
  if (production !== undefined) return `export * from '${production}';\nexport { default } from '${production}';\n`;
  const imports = new Map<string, string>();
  const body = code.replace(required, (_text, id: string) => {
    const name = imports.get(id) ?? `imported${imports.size}`;
    imports.set(id, name);
    return name;
  });
  const names = [...new Set(Array.from(code.matchAll(exported), ([, name = '']) => name))];
  return [
    ...Array.from(imports, ([id, name]) => `import ${name} from '${id}';`),
    'const exports = {};',
    body,
    ...names.map((name) => `const exported_${name} = exports.${name};`),
    `export { exports as default, ${names.map((name) => `exported_${name} as ${name}`).join(', ')} };`,
    '',
  ].join('\n');
}

/** Vite plugin that treats the CommonJS packages of the first screen as modules. */
export function asModules(): Plugin {
  return {
    name: 'hakbang-as-modules',
    apply: 'build',
    transform: { filter: { id: packages }, handler: (code) => ({ code: asModule(code), map: null }) },
  };
}
