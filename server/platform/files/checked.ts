import { type FileType, fileTypes } from '../../../engine/config/fileTypes.ts';
import { largestFileMb } from '../../../engine/config/largestFile.ts';
import type { PhotoQuality } from '../../../engine/form/photoQuality.ts';
import { fail } from '../problem.ts';
import { inspectPdf, isPdf, mostPages } from './pdf.ts';
import { qualityProblem, reencode, sniff } from './reencode.ts';

/** The requirements that one field sets for its file. */
export interface FileRules {
  types: readonly FileType[];
  maxMb?: number;
  maxPages?: number;
  quality?: PhotoQuality;
}

interface CheckedFile {
  bytes: Uint8Array;
  contentType: string;
  widthPx?: number;
  heightPx?: number;
}

const bytesPerMb = 1024 * 1024;

/**
 * Returns a file as it is stored: a photo re-encoded, a PDF unchanged, because a change would void its signatures.
 * Refuses with `photoProblem`, a `PhotoProblem` or one of `fileProblems`.
 *
 * @param rules a file must meet them all
 */
export async function checked(given: Uint8Array, rules: readonly FileRules[]): Promise<CheckedFile> {
  const type = typeOf(given);
  const onlyPhotos = rules.every(({ types }) => types.every((each) => each === 'photo'));
  if (!type || !rules.every(({ types }) => types.includes(type))) fail(onlyPhotos ? 'photoProblem' : 'fileType');
  const file = type === 'pdf' ? await checkedPdf(given, rules) : await checkedPhoto(given, rules);
  if (rules.some(({ maxMb = largestFileMb }) => file.bytes.length > maxMb * bytesPerMb)) fail('fileTooLarge');
  return file;
}

function typeOf(bytes: Uint8Array): FileType | undefined {
  if (isPdf(bytes)) return 'pdf';
  return sniff(bytes) === undefined ? undefined : 'photo';
}

async function checkedPhoto(given: Uint8Array, rules: readonly FileRules[]): Promise<CheckedFile> {
  const photo = await reencode(given);
  if (!photo) fail('photoProblem');
  const problem = await qualityProblem(
    photo,
    rules.flatMap(({ quality }) => quality ?? []),
  );
  if (problem) fail(problem);
  return { ...photo, contentType: 'image/jpeg' };
}

async function checkedPdf(bytes: Uint8Array, rules: readonly FileRules[]): Promise<CheckedFile> {
  const { problem, pages } = await inspectPdf(bytes);
  if (problem) fail(problem);
  if (rules.some(({ maxPages = mostPages }) => pages > maxPages)) fail('fileTooLong');
  return { bytes, contentType: fileTypes.pdf };
}
