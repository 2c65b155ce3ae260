import { photoProblem, type PhotoQuality } from '../../../form/photoQuality.ts';

const jpegQuality = 0.85;

/** Fits a size into a square of `maxEdgePx` without changing its shape or enlarging it. */
export function fitted(width: number, height: number, maxEdgePx: number): { width: number; height: number } {
  const scale = Math.min(1, maxEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a picture within the limit. The canvas is also the preview, because a `blob:` URL would need a CSP exception. */
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

/** Reads a picture file with its EXIF rotation applied. The result has no EXIF data, such as location and camera. */
export async function readPicture(file: Blob, maxEdgePx: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return drawn(bitmap, bitmap, maxEdgePx);
  } finally {
    bitmap.close();
  }
}

/** Encodes a photo as JPEG. Rejects with the code of a `PhotoProblem` if it misses a limit. */
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
