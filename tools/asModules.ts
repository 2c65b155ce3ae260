// React is published as CommonJS, whose exports a bundler can only reach through a runtime of its own: a file
// more to ask for before anything starts, a getter for each export in each file, and a detour in each call. Its published files
// are plain enough to be rewritten as modules.
import type { Plugin } from 'vite';

const packages = /node_modules[\\/](react|react-dom|scheduler)[\\/].*\.js$/;
/** An entry that chooses between the two builds of its package. */
const chosen = /module\.exports = require\('(\.\/cjs\/[\w.-]+\.production\.js)'\)/;
const required = /require\("([\w-]+)"\)/g;
const exported = /^ *exports\.(\w+) =/gm;

/** The code of a file of CommonJS as a module. It must assign its exports by name, at its top. */
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

/** Has a build take what is published as CommonJS, and needed at first, for modules. */
export function asModules(): Plugin {
  return {
    name: 'hakbang-as-modules',
    apply: 'build',
    transform: { filter: { id: packages }, handler: (code) => ({ code: asModule(code), map: null }) },
  };
}
