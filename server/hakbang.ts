import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Importing the modules took most of `check`. If the folder is not writable, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../node_modules/.hakbang/code', import.meta.url)));
await import('./platform/cli/hakbang.ts');
