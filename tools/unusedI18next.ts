// i18next is published as one class that calls all of its parts, so no bundler can drop the parts that an app never calls. Our app supplies
// all texts itself, so this saves 4 of 15 KB gz.
import type { Plugin } from 'vite';

/** Loads texts through a backend plugin. The app has none. */
const backend = /^class Connector extends EventEmitter \{[\s\S]*?^\}\n/m;
/** Methods that nothing calls. */
const methods = /^ {2}(?:cloneInstance|dir|getFixedT|hydrate|loadLanguages|loadNamespaces)\(.*\) \{\n[\s\S]*?^ {2}\}\n/gm;
/** Messages that only `debug: true` would show. */
const messages = /^(\s*|.*\) |.*else )this\.logger\.(?:warn|log|deprecate|once)\((?:['`]|updateMissing).*\);$/gm;

/** Vite plugin that removes unused parts of i18next. */
export function unusedI18next(): Plugin {
  return {
    name: 'hakbang-unused-i18next',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/i18next\/dist\/esm\/i18next\.js$/ },
      handler: (code) => ({
        code: code.replace(backend, 'class Connector extends EventEmitter {}\n').replace(methods, '').replace(messages, '$1;'),
        map: null,
      }),
    },
  };
}
