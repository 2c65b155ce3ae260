import { run } from './platform/main.ts';

run(process.argv.slice(2));
