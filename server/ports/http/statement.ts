import { ProviderError } from '../providerError.ts';
import type { StatementLine } from '../statement.ts';
import { StatementAnswer } from './protocol.ts';
import type { ProviderClient } from './providerClient.ts';

/** Turns a missing response into the state `unknown`, because the request may have taken effect. */
export async function unknownUnlessRefused<Receipt>(send: () => Promise<Receipt>): Promise<Receipt | { state: 'unknown' }> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'unavailable') return { state: 'unknown' };
    throw error;
  }
}

/** Rejects a response about another transfer. */
export function about<Answer extends { reference: string }>(reference: string, answer: Answer): Answer {
  if (answer.reference === reference) return answer;
  throw new ProviderError('unavailable', 'the provider answered for another reference');
}

/** Stops a provider whose statement never ends. */
const maxPages = 1000;

/** Reads all pages of a statement. */
export async function readStatement(client: ProviderClient, kind: StatementLine['kind'], from: Date, to: Date): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let page: string | undefined;
  for (let count = 0; count < maxPages; count++) {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), ...(page === undefined ? {} : { page }) });
    const answer = await client.get(`/statement?${query}`, StatementAnswer);
    if (!answer) break;
    for (const { reference, providerReference, amountCents, at } of answer.lines)
      lines.push({ kind, reference, providerReference, amountCents, at: new Date(at) });
    if (answer.next === undefined) return lines;
    page = answer.next;
  }
  throw new ProviderError('unavailable', `${kind}: the statement has too many pages`);
}
