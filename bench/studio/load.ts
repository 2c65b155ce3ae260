import { on } from 'node:events';
import autocannon, { type Step } from 'autocannon';
import { ask, flow } from '../server/drafts.ts';
import { homePaths, type Saver, type Saving, savingRequest } from '../server/requests.ts';

/** Traffic of borrowers that this process sends for each message. One process sends it all, so that its own start is not measured. */
export interface Load {
  origin: string;
  perSecond: number;
  seconds: number;
  savers: readonly Saver[];
}

/** How many milliseconds each request took, by what it was. */
export type Taken = Record<'screen' | 'home' | 'save', number[]>;

const connections = 4;

/** The revisions on the server. The end of a period cuts off requests, and their saves may have been stored or not. */
const upToDate = (origin: string, savers: readonly Saver[]): Promise<Saver[]> =>
  Promise.all(
    savers.map(async (saver) => {
      const { revision } = await ask<{ revision: number }>(`${origin}/api/flows/${flow}`, { headers: saver.headers });
      return { ...saver, revision };
    }),
  );

/** A visit opens a screen, then the home tab, then saves a step. Every connection repeats it. */
function visit(savers: readonly Saver[], answered: (what: keyof Taken) => void): Step<Saving>[] {
  const headers = savers[0]?.headers;
  if (!headers) throw new Error('Nobody can save a step.');
  const saving = savingRequest(savers);
  return [
    { path: '/api/screens?path=/start&language=en', onResponse: () => answered('screen') },
    ...homePaths.map((path) => ({ path, headers, onResponse: () => answered('home') })),
    {
      ...saving,
      onResponse(...response) {
        answered('save');
        saving.onResponse?.(...response);
      },
    },
  ];
}

async function send({ origin, perSecond, seconds, savers }: Load): Promise<Taken> {
  const taken: Taken = { screen: [], home: [], save: [] };
  let latest: keyof Taken = 'screen';
  const requests = visit(await upToDate(origin, savers), (what) => (latest = what));
  const run = autocannon<Saving>({ url: origin, connections, overallRate: perSecond, duration: seconds, initialContext: {}, requests });
  // Autocannon calls a request's own listener right before this one.
  void run.on('response', (_client, _status, _bytes, milliseconds) => taken[latest].push(milliseconds));
  const { errors, non2xx } = await run;
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed.`);
  return taken;
}

for await (const [load] of on(process, 'message') as AsyncIterable<[Load]>) process.send?.(await send(load));
