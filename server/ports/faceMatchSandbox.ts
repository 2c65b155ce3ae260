import type { DocumentVerdict, FaceComparison, FaceMatchPort, FaceVerdict } from './faceMatch.ts';
import { ProviderError } from './providerError.ts';
import { SandboxOrders } from './sandboxOrders.ts';

export interface FaceMatchSandbox extends FaceMatchPort {
  /** Simulated results of `compare`. */
  faces: SandboxOrders<FaceVerdict>;
  /** Simulated results of `checkDocument`. */
  documents: SandboxOrders<DocumentVerdict>;
  /** Makes the next `count` calls fail, as if the provider were down. */
  failNext(count: number): void;
}

const found: Readonly<Record<FaceVerdict, FaceComparison>> = {
  match: { verdict: 'match', score: 0.93, threshold: 0.8 },
  noMatch: { verdict: 'noMatch', score: 0.41, threshold: 0.8 },
  unclear: { verdict: 'unclear' },
};

/** Accepts everybody, unless a result is simulated (/dev, tests). */
export function faceMatchSandbox(): FaceMatchSandbox {
  const faces = new SandboxOrders<FaceVerdict>();
  const documents = new SandboxOrders<DocumentVerdict>();
  let failures = 0;
  const judge = async <Verdict>(verdict: () => Verdict): Promise<Verdict> => {
    if (failures === 0) return verdict();
    failures -= 1;
    throw new ProviderError('unavailable', 'face match sandbox: simulated failure');
  };
  return {
    faces,
    documents,
    failNext: (count) => void (failures = count),
    compare: () => judge(() => found[faces.take() ?? 'match']),
    checkDocument: () => judge(() => documents.take() ?? 'genuine'),
  };
}
