import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import type { FaceMatchPort } from '../../../server/ports/faceMatch.ts';
import type { FaceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';

export interface FaceMatchUnderTest {
  port: FaceMatchPort;
  sandbox: FaceMatchSandbox;
  close(): Promise<void>;
}

const photos = { idPhoto: new Uint8Array([0xff, 0xd8, 1]), selfie: new Uint8Array(300_000).fill(7) };

/** The contract of every provider that checks photos. Runs for the sandbox and for the adapter that talks to a provider. */
export const faceMatchContract = (name: string, start: () => Promise<FaceMatchUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: FaceMatchUnderTest;
    beforeEach(async () => void (it = await start()));
    afterEach(() => it.close());
    const judgeDocument = () => it.port.checkDocument(photos.idPhoto, { idType: 'umid' });

    test.each(['match', 'noMatch', 'unclear'] as const)('compares two photos: %s', async (verdict) => {
      it.sandbox.faces.order(verdict);
      expect(await it.port.compare(photos)).toMatchObject({ verdict });
    });

    test.each(['genuine', 'unclear', 'mismatch'] as const)('checks an ID photo: %s', async (verdict) => {
      it.sandbox.documents.order(verdict);
      expect(await judgeDocument()).toBe(verdict);
    });

    test('an unreachable provider rejects and gives no verdict', async () => {
      it.sandbox.failNext(2);
      await expect(it.port.compare(photos)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
      await expect(judgeDocument()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
      expect(await it.port.compare(photos)).toEqual({ verdict: 'match', score: 0.93, threshold: 0.8 });
    });
  });
