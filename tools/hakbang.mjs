#!/usr/bin/env node
// `npx hakbang …`: the command line on Node 24, whichever Node started it.
process.argv.splice(2, 0, 'hakbang');
await import('./run.mjs');
