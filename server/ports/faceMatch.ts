export interface FacePhotos {
  /** The ID photo, as re-encoded JPEG. */
  idPhoto: Uint8Array;
  selfie: Uint8Array;
}

/** `noMatch`: another person, or no face; `unclear`: the photo cannot be judged. */
export type FaceVerdict = 'match' | 'noMatch' | 'unclear';
/** `unclear`: the ID photo cannot be read; `mismatch`: it says something else than the borrower. */
export type DocumentVerdict = 'genuine' | 'unclear' | 'mismatch';

/** Compares faces and judges ID photos. A call that fails throws; the caller answers `unavailable`. */
export interface FaceMatchPort {
  compare(photos: FacePhotos): Promise<FaceVerdict>;
  checkDocument(photo: Uint8Array, stated: { idType: string }): Promise<DocumentVerdict>;
}
