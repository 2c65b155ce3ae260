import { penWidthPx } from '../signature/outline.ts';
import type { Signature } from '../signature/signatures.ts';
import { muted, type Paper, type TextStyle } from './paper.ts';

const boxWidth = 220;
const boxHeight = 70;
const ink = '#10243f';
const small: TextStyle = { size: 8.5, colour: muted };

/** Writes the signature as vector strokes above its notes, all on one page. */
export function writeSignature(paper: Paper, signature: Signature | undefined, notes: readonly string[]): void {
  const lines = notes.flatMap((text) => paper.lines([{ type: 'text', text }], small));
  paper.room((signature ? boxHeight : 0) + 24 + lines.length * paper.lineHeight(small));
  paper.y += 12;
  if (signature) draw(paper, signature);
  paper.rule(paper.y);
  paper.y += 6;
  paper.write(lines, small);
}

function draw(paper: Paper, { outline: { path, widthPx, heightPx, draw: way } }: Signature): void {
  const scale = Math.min(boxWidth / widthPx, boxHeight / heightPx, 1);
  const { doc } = paper;
  doc
    .save()
    .translate(paper.left, paper.y + boxHeight - heightPx * scale)
    .scale(scale)
    .path(path);
  if (way === 'fill') doc.fill(ink);
  else doc.lineWidth(penWidthPx).lineCap('round').lineJoin('round').stroke(ink);
  doc.restore();
  paper.y += boxHeight + 4;
}
