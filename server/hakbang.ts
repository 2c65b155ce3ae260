import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freshBundle } from './bundle.ts';

// `check` spent most of its time importing modules. If the folder is not writable, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../node_modules/.hakbang/code', import.meta.url)));
const [command, kind, ...words] = process.argv.slice(2);
if (command === 'new' && kind === 'product') (await import('./platform/cli/newProduct.ts')).runNewProduct(words);
else {
  const bundle = freshBundle('hakbang.js');
  await (bundle === undefined ? import('./platform/cli/hakbang.ts') : import(bundle));
}
