import type { DocumentVerdict, FaceMatchPort, FaceVerdict } from './faceMatch.ts';
import { ProviderError } from './providerError.ts';
import { SandboxOrders } from './sandboxOrders.ts';

export interface FaceMatchSandbox extends FaceMatchPort {
  /** Orders for `compare`. */
  faces: SandboxOrders<FaceVerdict>;
  /** Orders for `checkDocument`. */
  documents: SandboxOrders<DocumentVerdict>;
  /** The next `count` photos are not judged, as by a provider that is down. */
  failNext(count: number): void;
}

/** Everybody is who they say, unless it was told otherwise (/dev, tests). */
export function faceMatchSandbox(): FaceMatchSandbox {
  const faces = new SandboxOrders<FaceVerdict>();
  const documents = new SandboxOrders<DocumentVerdict>();
  let failures = 0;
  const judge = async <Verdict>(verdict: () => Verdict): Promise<Verdict> => {
    if (failures === 0) return verdict();
    failures -= 1;
    throw new ProviderError('unavailable', 'face match sandbox: told to fail');
  };
  return {
    faces,
    documents,
    failNext: (count) => void (failures = count),
    compare: () => judge(() => faces.take() ?? 'match'),
    checkDocument: () => judge(() => documents.take() ?? 'genuine'),
  };
}
