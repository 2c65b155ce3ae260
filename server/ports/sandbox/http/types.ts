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

/** The connection stays open and nothing comes: a time-out. */
export const noAnswer = Symbol('no answer');

export interface Asked {
  reference: string;
  query: URLSearchParams;
  body: unknown;
}

export interface Route {
  method: 'GET' | 'POST';
  /** Its first group is the reference. */
  path: RegExp;
  answer: (asked: Asked) => Answer | typeof noAnswer | Promise<Answer | typeof noAnswer>;
}
