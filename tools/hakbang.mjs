#!/usr/bin/env node
// `npx hakbang …`: the command line on Node 24, whichever Node started it. `start`, `dev` and `build` run the product.
if (!['start', 'dev', 'build'].includes(process.argv[2])) process.argv.splice(2, 0, 'hakbang');
await import('./run.mjs');
