import { on } from 'node:events';
import autocannon from 'autocannon';

/** Requests that this process sends for each message, so that its own start is not measured. */
export interface Load {
  url: string;
  perSecond: number;
  seconds: number;
}

for await (const [{ url, perSecond, seconds }] of on(process, 'message') as AsyncIterable<[Load]>) {
  const run = autocannon({ url, connections: 4, overallRate: perSecond, duration: seconds });
  const milliseconds: number[] = [];
  void run.on('response', (_client, _status, _bytes, took) => milliseconds.push(took));
  const { errors, non2xx } = await run;
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed.`);
  process.send?.(milliseconds);
}
