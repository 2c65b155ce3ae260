// The benchmarks: `npm run bench -- [--quick] [--only forms,product,server,compile] [--json file]`.
// A measurement, not a test: it ends in 0 whatever it finds and marks the goals that are missed.
import { runBench } from './main.ts';

await runBench(process.argv.slice(2));
