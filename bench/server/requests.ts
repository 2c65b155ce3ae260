import type { Step } from 'autocannon';
import { type Borrower, headersOf } from '../product/borrower.ts';
import type { Draft } from './drafts.ts';

/** Requests of /homeIndex for a borrower without a loan. */
export const homePaths = ['/api/applications/current', '/api/loans/current', '/api/messages/unread'];

/** A borrower with a saved step that can be saved again. */
export interface Saver {
  headers: { cookie: string; 'x-hakbang-token': string };
  path: string;
  body: string;
  revision: number;
}

export const saversOf = (borrowers: readonly Borrower[], draft: Draft): Saver[] =>
  borrowers.map((borrower, index) => ({ headers: headersOf(borrower), path: draft.path, ...draft.of(index) }));

export interface Saving {
  own?: Saver | undefined;
}

/**
 * Saves the step of a borrower with its latest revision. Each request picks a borrower without a pending one, because two concurrent saves of
 * one borrower conflict, and autocannon resets a connection's context with each request.
 */
export function savingRequest(savers: readonly Saver[]): Step<Saving> {
  const free = [...savers];
  return {
    method: 'PUT',
    setupRequest(request, context) {
      const own = free.shift();
      if (!own) throw new Error('No borrower is free to save a draft.');
      context.own = own;
      const headers = {
        ...own.headers,
        'content-type': 'application/json',
        'if-match': `"${own.revision}"`,
        'idempotency-key': `${own.headers['x-hakbang-token'].slice(0, 16)}-${own.revision}`,
      };
      return { ...request, path: own.path, headers, body: own.body };
    },
    onResponse(status, body, { own }) {
      if (!own) return;
      if (status === 200) own.revision = (JSON.parse(body) as { revision: number }).revision;
      free.push(own);
    },
  };
}
