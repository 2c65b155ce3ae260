import type { FaceMatchSandbox } from '../../faceMatchSandbox.ts';
import type { SmsSandbox } from '../../smsSandbox.ts';
import type { CollectionSandbox } from '../collectionSandbox.ts';
import type { PayoutSandbox } from '../payoutSandbox.ts';

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

/** Leaves the connection open without an answer, so that the client times out. */
export const noAnswer = Symbol('no answer');

export interface Asked {
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
