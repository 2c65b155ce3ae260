import type { Answer, Route, Sandboxes } from './types.ts';

const done: Answer = { status: 200, body: {} };
const unknownOrder: Answer = { status: 422, body: { code: 'unknownOrder' } };

interface OrderBody {
  provider?: string;
  order?: string;
  times?: number;
  reference?: string;
}

/** Queues faults and settles: `POST /orders {provider, order, times?}`, `POST /settle {provider, reference?}`, `POST /deliver {provider}`, `GET /transfers`. */
export function orderRoutes({ payout, collection }: Sandboxes): Route[] {
  const orderOf = (body: unknown) => (body ?? {}) as OrderBody;
  const providerOf = ({ provider }: OrderBody) =>
    (provider === 'payout' ? payout : provider === 'collection' ? collection : undefined)?.provider;
  const post = (path: RegExp, act: (body: OrderBody) => Answer | Promise<Answer>): Route => ({
    method: 'POST',
    path,
    answer: ({ body }) => act(orderOf(body)),
  });
  return [
    post(/^\/orders$/, (body) => (providerOf(body)?.orderByName(body.order ?? '', body.times) ? done : unknownOrder)),
    post(/^\/settle$/, (body) => {
      providerOf(body)?.settle(body.reference);
      return done;
    }),
    post(/^\/deliver$/, async (body) => ({ status: 200, body: { taken: (await providerOf(body)?.deliver()) ?? 0 } })),
    {
      method: 'GET',
      path: /^\/transfers$/,
      answer: () => ({ status: 200, body: { payout: payout?.provider.transfers(), collection: collection?.provider.transfers() } }),
    },
  ];
}
