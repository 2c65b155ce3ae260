// The benchmarks: `npm run bench -- [--quick] [--only forms,product,server,compile,mistakes] [--json file]`.
// A measurement, not a test: it always exits with 0 and marks missed goals.
import { runBench } from './main.ts';

await runBench(process.argv.slice(2));
