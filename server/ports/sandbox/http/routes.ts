import type { TSchema, Static } from 'typebox';
import type { FaceMatchSandbox } from '../../faceMatchSandbox.ts';
import { ComparisonRequest, DocumentRequest, isA, MessageRequest, PaymentRequest, TransferRequest } from '../../http/protocol.ts';
import type { SmsSandbox } from '../../smsSandbox.ts';
import { collectionReceipt, openPayment, type CollectionSandbox } from '../collectionSandbox.ts';
import { isDoneDespite, type WireFault } from '../faults.ts';
import type { MoneySandbox } from '../moneySandbox.ts';
import { openTransfer, payoutReceipt, type PayoutSandbox } from '../payoutSandbox.ts';
import type { SandboxTransfer } from '../transfer.ts';

export interface Sandboxes {
  payout?: PayoutSandbox;
  collection?: CollectionSandbox;
  sms?: SmsSandbox;
  faceMatch?: FaceMatchSandbox;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Leaves the connection open without a response, so that the client times out. */
export const noAnswer = Symbol('no answer');

interface Asked {
  reference: string;
  query: URLSearchParams;
  body: unknown;
}

export interface Route {
  method: 'GET' | 'POST';
  /** Its first group captures the reference. */
  path: RegExp;
  answer: (asked: Asked) => Answer | typeof noAnswer | Promise<Answer | typeof noAnswer>;
}

const invalid: Answer = { status: 422, body: { code: 'invalid' } };
const unknownReference: Answer = { status: 404, body: { code: 'unknownReference' } };
const internal: Answer = { status: 500, body: { code: 'internal' } };
const busy: Answer = { status: 503, body: { code: 'unavailable' } };
const ok = (body: unknown): Answer => ({ status: 200, body });

const checked =
  <S extends TSchema>(schema: S, answer: (content: Static<S>) => Promise<Answer | typeof noAnswer>): Route['answer'] =>
  ({ body }) =>
    isA(schema, body) ? answer(body) : invalid;

/** Performs the call and responds, unless the queued fault prevents either. */
async function despite(fault: WireFault | undefined, act: () => Promise<Answer>): Promise<Answer | typeof noAnswer> {
  if (!fault) return act();
  if (isDoneDespite(fault)) await act();
  return fault.startsWith('timesOut') ? noAnswer : internal;
}

/** Queries for transfers and the statement, the same for both directions. */
function asking<Order extends string>(
  provider: MoneySandbox<Order>,
  prefix: string,
  one: string,
  receipt: (transfer: SandboxTransfer) => object,
): Route[] {
  return [
    {
      method: 'GET',
      path: new RegExp(`^/${prefix}/${one}/([^/]+)$`),
      answer: ({ reference }) => {
        if (provider.takeQueryFault()) return busy;
        const transfer = provider.find(reference);
        return transfer ? ok({ reference, ...receipt(transfer) }) : unknownReference;
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^/${prefix}/statement$`),
      answer: ({ query }) => (provider.takeQueryFault() ? busy : ok(pageOf(provider, query))),
    },
  ];
}

const linesOnPage = 100;

function pageOf<Order extends string>(provider: MoneySandbox<Order>, query: URLSearchParams) {
  const all = provider.statement(new Date(query.get('from') ?? 0), new Date(query.get('to') ?? 0));
  const start = Number(query.get('page') ?? 0);
  const end = start + linesOnPage;
  const lines = all
    .slice(start, end)
    .map(({ reference, providerReference, amountCents, at }) => ({ reference, providerReference, amountCents, at }));
  return { lines, ...(end < all.length ? { next: String(end) } : {}) };
}

export function payoutRoutes({ provider }: PayoutSandbox): Route[] {
  const answer = checked(TransferRequest, (transfer) =>
    despite(provider.takeWireFault(), async () =>
      ok({ reference: transfer.reference, ...payoutReceipt(provider, await openTransfer(provider, transfer)) }),
    ),
  );
  return [
    { method: 'POST', path: /^\/payout\/transfers$/, answer },
    ...asking(provider, 'payout', 'transfers', (transfer) => payoutReceipt(provider, transfer)),
  ];
}

export function collectionRoutes({ provider }: CollectionSandbox): Route[] {
  const answer = checked(PaymentRequest, (payment) =>
    despite(provider.takeWireFault(), async () => {
      const asked = { ...payment, expiresAt: new Date(payment.expiresAt) };
      return ok({ reference: payment.reference, ...collectionReceipt(provider, await openPayment(provider, asked)) });
    }),
  );
  return [
    { method: 'POST', path: /^\/collection\/payments$/, answer },
    ...asking(provider, 'collection', 'payments', (transfer) => collectionReceipt(provider, transfer)),
  ];
}

export const smsRoutes = (sms: SmsSandbox): Route[] => [
  {
    method: 'POST',
    path: /^\/sms\/messages$/,
    answer: checked(MessageRequest, (message) =>
      sms.send(message).then(
        () => ok({ id: message.id }),
        () => busy,
      ),
    ),
  },
];

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const verdictOf = (judged: Promise<object>): Promise<Answer> => judged.then(ok, () => busy);

export const faceRoutes = (faceMatch: FaceMatchSandbox): Route[] => [
  {
    method: 'POST',
    path: /^\/face\/comparisons$/,
    answer: checked(ComparisonRequest, ({ idPhoto, selfie }) =>
      verdictOf(faceMatch.compare({ idPhoto: bytesOf(idPhoto), selfie: bytesOf(selfie) })),
    ),
  },
  {
    method: 'POST',
    path: /^\/face\/documents$/,
    answer: checked(DocumentRequest, ({ photo, idType }) =>
      verdictOf(faceMatch.checkDocument(bytesOf(photo), { idType }).then((verdict) => ({ verdict }))),
    ),
  },
];

const done: Answer = { status: 200, body: {} };
const unknownOrder: Answer = { status: 422, body: { code: 'unknownOrder' } };

interface OrderBody {
  provider?: string;
  order?: string;
  times?: number;
  reference?: string;
}

/**
 * Queues faults and settles: `POST /orders {provider, order, times?}`, `POST /settle {provider, reference?}`, `POST /deliver {provider}`,
 * `GET /transfers`.
 */
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
