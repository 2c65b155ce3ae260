import type { DocumentVerdict, FaceMatchPort, FaceVerdict } from './faceMatch.ts';
import { SandboxOrders } from './sandboxOrders.ts';

export interface FaceMatchSandbox extends FaceMatchPort {
  /** Orders for `compare`. */
  faces: SandboxOrders<FaceVerdict>;
  /** Orders for `checkDocument`. */
  documents: SandboxOrders<DocumentVerdict>;
}

/** Everybody is who they say, unless it was told otherwise (/dev, tests). */
export function faceMatchSandbox(): FaceMatchSandbox {
  const faces = new SandboxOrders<FaceVerdict>();
  const documents = new SandboxOrders<DocumentVerdict>();
  return {
    faces,
    documents,
    compare: async () => faces.take() ?? 'match',
    checkDocument: async () => documents.take() ?? 'genuine',
  };
}
