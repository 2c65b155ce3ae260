import type { DocumentVerdict, FaceMatchPort, FaceVerdict } from './faceMatch.ts';
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
    compare: () => judge(() => faces.take() ?? 'match'),
    checkDocument: () => judge(() => documents.take() ?? 'genuine'),
  };
}
