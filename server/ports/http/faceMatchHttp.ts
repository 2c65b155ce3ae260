import type { FaceMatchPort } from '../faceMatch.ts';
import { ComparisonAnswer, DocumentAnswer } from './protocol.ts';
import { ProviderClient, type ProviderClientOptions } from './providerClient.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Checks photos through a provider that implements docs/ports.md. */
export function faceMatchHttp(options: Omit<ProviderClientOptions, 'name'>): FaceMatchPort {
  const client = new ProviderClient({ name: 'face match', timeoutMs: 20_000, ...options });
  return {
    compare: ({ idPhoto, selfie }) => client.post('/comparisons', { idPhoto: base64(idPhoto), selfie: base64(selfie) }, ComparisonAnswer),
    checkDocument: async (photo, { idType }) => (await client.post('/documents', { photo: base64(photo), idType }, DocumentAnswer)).verdict,
  };
}
