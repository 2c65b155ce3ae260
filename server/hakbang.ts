import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Most of what `check` took was reading the same modules anew. Where the folder cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.hakbang/code', import.meta.url)));
await import('./cli/hakbang.ts');
