import { freshBundle } from './bundle.ts';
import type * as Platform from './platform/main.ts';

// In development, a stack trace should name the source.
const bundle = process.env['HAKBANG_MODE'] === 'development' ? undefined : freshBundle('main.js');
const { run } = bundle === undefined ? await import('./platform/main.ts') : ((await import(bundle)) as typeof Platform);
run(process.argv.slice(2));
