import PDFDocument from 'pdfkit';
import type { Inline } from '../../../../engine/config/markdown.ts';
import { fontBytes, type FontName, type FontStyle } from '../fonts.ts';
import { linesOf, type Line } from './lines.ts';

/** Points: 72 to the inch. */
const margin = 50;
const footerHeight = 46;
const lineSpacing = 1.45;
const ink = '#1b2430';

export const muted = '#5b6673';
export const hairline = '#c9ced6';

export interface PaperInfo {
  title: string;
  author: string;
  /** Language of the text, for screen readers. */
  language: string;
  createdAt: Date;
}

export interface TextStyle {
  size: number;
  style?: FontStyle;
  colour?: string;
}

/** A4 pages and the current writing position. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly left = margin;
  readonly width: number;
  y = margin;
  readonly #fonts = new Set<FontName>();

  constructor({ title, author, language, createdAt }: PaperInfo) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
      // By default pdfkit embeds Helvetica, which these documents do not use.
      font: '',
    });
    this.width = this.doc.page.width - 2 * margin;
  }

  get bottom(): number {
    return this.doc.page.height - margin - footerHeight;
  }

  /** Starts a new page unless `height` points still fit on this one. */
  room(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.doc.addPage();
    this.y = margin;
  }

  lines(content: readonly Inline[], { size, style = 'regular' }: TextStyle, width = this.width): Line[] {
    return linesOf(content, width, (font, text) => this.use(font, size).widthOfString(text), style);
  }

  lineHeight = ({ size }: TextStyle): number => size * lineSpacing;

  /** Writes lines from the current position, across pages if needed. */
  write(lines: readonly Line[], text: TextStyle, indent = 0): void {
    for (const line of lines) {
      this.room(this.lineHeight(text));
      this.writeAt(line, text, this.left + indent, this.y);
      this.y += this.lineHeight(text);
    }
  }

  writeAt({ pieces }: Line, { size, colour = ink }: TextStyle, left: number, top: number): void {
    for (const { font, text, x, width, href } of pieces) {
      this.use(font, size).fillColor(colour);
      // Aligned by baseline, because the fonts of one line differ in height.
      this.doc.text(text, left + x, top + size * 1.1, { lineBreak: false, baseline: 'alphabetic' });
      // Relative paths of the app have no target on paper.
      if (href !== undefined && !href.startsWith('/')) this.doc.link(left + x, top, width, size * lineSpacing, href);
    }
  }

  rule(y: number, colour = hairline): void {
    this.doc
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(0.6)
      .strokeColor(colour)
      .stroke();
  }

  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', () => resolve());
      this.doc.on('error', reject);
    });
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  private use(font: FontName, size: number): PDFKit.PDFDocument {
    if (!this.#fonts.has(font)) this.doc.registerFont(font, fontBytes(font));
    this.#fonts.add(font);
    return this.doc.font(font, size);
  }
}
