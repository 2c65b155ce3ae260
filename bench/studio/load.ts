import autocannon from 'autocannon';

/** Requests that one process sends. */
export interface Load {
  url: string;
  perSecond: number;
  seconds: number;
}

const { url, perSecond, seconds } = JSON.parse(process.argv[2] ?? '') as Load;
const run = autocannon({ url, connections: 4, overallRate: perSecond, duration: seconds });
const milliseconds: number[] = [];
void run.on('response', (_client, _status, _bytes, took) => milliseconds.push(took));
const { errors, non2xx } = await run;
if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed.`);
process.send?.(milliseconds);
process.disconnect?.();
