import sharp from 'sharp';

const width = 1000;
const height = 640;

/** A card that nobody could mistake for a real one: a face of circles, lines for words. */
const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#d9e6e2"/>
  <rect x="60" y="60" width="880" height="520" rx="36" fill="#ffffff" stroke="#0b5c53" stroke-width="6"/>
  <rect x="60" y="60" width="880" height="96" rx="36" fill="#0b5c53"/>
  <rect x="110" y="210" width="230" height="290" rx="18" fill="#e1efeb"/>
  <circle cx="225" cy="310" r="62" fill="#0b5c53"/><path d="M125 500c10-90 60-120 100-120s90 30 100 120Z" fill="#0b5c53"/>
  <g fill="#c9d6d2"><rect x="400" y="220" width="420" height="34" rx="17"/><rect x="400" y="290" width="320" height="34" rx="17"/>
  <rect x="400" y="360" width="480" height="34" rx="17"/><rect x="400" y="430" width="260" height="34" rx="17"/></g>
</svg>`;

/** The same face, closer. */
const face = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#e1efeb"/>
  <circle cx="500" cy="270" r="130" fill="#0b5c53"/><path d="M250 640c20-180 130-230 250-230s230 50 250 230Z" fill="#0b5c53"/>
  <path d="M455 260v10m90-10v10M450 320c30 30 70 30 100 0" stroke="#ffffff" stroke-width="14" stroke-linecap="round" fill="none"/>
</svg>`;

const drawn = { card, face } as const;

/** A JPEG such as a phone would upload. */
export const samplePhoto = (shows: keyof typeof drawn): Promise<Buffer> =>
  sharp(Buffer.from(drawn[shows])).jpeg({ quality: 80 }).toBuffer();

/** A PDF of one empty page. */
export async function samplePdf(): Promise<Uint8Array> {
  // Loaded here, because every server starts with this module and few make a PDF.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  document.addPage();
  return document.save();
}
