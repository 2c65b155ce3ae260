import { photoProblem, type PhotoQuality } from '../../../form/photoQuality.ts';

const jpegQuality = 0.85;

/** Size within a square of `maxEdgePx`, keeping the shape; never larger than it is. */
export function fitted(width: number, height: number, maxEdgePx: number): { width: number; height: number } {
  const scale = Math.min(1, maxEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a picture no larger than asked. The canvas is also the preview: a `blob:` address would need room in the CSP. */
export function drawn(source: CanvasImageSource, size: { width: number; height: number }, maxEdgePx: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const { width, height } = fitted(size.width, size.height, maxEdgePx);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Reads a picture file, turned as its EXIF says; that and all other EXIF (place, camera) is gone afterwards. */
export async function readPicture(file: Blob, maxEdgePx: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return drawn(bitmap, bitmap, maxEdgePx);
  } finally {
    bitmap.close();
  }
}

/** Encodes a photo for sending. Rejects with the code of a `PhotoProblem` when it misses a limit. */
export async function asJpeg(canvas: HTMLCanvasElement, quality: PhotoQuality | undefined): Promise<Blob> {
  const code = quality && problemOf(canvas, quality);
  if (code) throw Object.assign(new Error(code), { code });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))), 'image/jpeg', jpegQuality);
  });
}

function problemOf(canvas: HTMLCanvasElement, quality: PhotoQuality): string | undefined {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  return pixels && photoProblem({ width, height, data: pixels.data, channels: 4 }, quality);
}
