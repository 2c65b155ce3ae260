import { ProviderError } from '../providerError.ts';

/** What was sent and not answered may have happened: that is an answer of its own, not an error. */
export async function unknownUnlessRefused<Receipt>(send: () => Promise<Receipt>): Promise<Receipt | { state: 'unknown' }> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'unavailable') return { state: 'unknown' };
    throw error;
  }
}

/** An answer about another transfer says nothing about ours. */
export function about<Answer extends { reference: string }>(reference: string, answer: Answer): Answer {
  if (answer.reference === reference) return answer;
  throw new ProviderError('unavailable', 'the provider answered about another reference');
}
