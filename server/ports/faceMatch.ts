export interface FacePhotos {
  /** The re-encoded JPEG of the ID photo. */
  idPhoto: Uint8Array;
  selfie: Uint8Array;
}

/** `noMatch`: a different person, or no face. `unclear`: the photo cannot be evaluated. */
export type FaceVerdict = 'match' | 'noMatch' | 'unclear';
/** Result of a comparison. Not every provider reports how similar the faces are, or the threshold for a match. */
export interface FaceComparison {
  verdict: FaceVerdict;
  /** From 0 to 1. */
  score?: number | undefined;
  threshold?: number | undefined;
}
/** `unclear`: the ID photo is unreadable. `mismatch`: it contradicts the borrower's answers. */
export type DocumentVerdict = 'genuine' | 'unclear' | 'mismatch';

/** Compares faces and checks ID photos. A failed call throws, and the caller refuses with `unavailable`. */
export interface FaceMatchPort {
  compare(photos: FacePhotos): Promise<FaceComparison>;
  checkDocument(photo: Uint8Array, stated: { idType: string }): Promise<DocumentVerdict>;
}
