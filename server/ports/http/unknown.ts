import { ProviderError } from '../providerError.ts';

/** Turns a missing answer into the state `unknown`, because the request may have taken effect. */
export async function unknownUnlessRefused<Receipt>(send: () => Promise<Receipt>): Promise<Receipt | { state: 'unknown' }> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'unavailable') return { state: 'unknown' };
    throw error;
  }
}

/** Rejects an answer about another transfer. */
export function about<Answer extends { reference: string }>(reference: string, answer: Answer): Answer {
  if (answer.reference === reference) return answer;
  throw new ProviderError('unavailable', 'the provider answered for another reference');
}
