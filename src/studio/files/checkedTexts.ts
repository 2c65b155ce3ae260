import type { Problem } from '../../../server/contract/staff/studio.ts';
import type { TextStep } from './history.ts';

type Edits = NonNullable<Problem['edits']>;

/** A text here, and its hash if the server has it. */
interface Here {
  text: string | null;
  hash: string | undefined;
}

/** The texts that the compiler has checked, of those files that its fixes edit. The offsets of a fix belong to these texts. */
export class CheckedTexts {
  private hashes: Readonly<Record<string, string>> = {};
  private readonly texts = new Map<string, Here>();
  private readonly here: (path: string) => Here | undefined;

  constructor(here: (path: string) => Here | undefined) {
    this.here = here;
  }

  /** Takes the hashes of a check. */
  take(hashes: Readonly<Record<string, string>>): void {
    this.hashes = hashes;
    this.rememberAll();
  }

  rememberAll(): void {
    for (const path of Object.keys(this.hashes)) this.remember(path);
  }

  /** Keeps a text that has been checked, before somebody types on. */
  remember(path: string): void {
    const hash = this.hashes[path];
    if (this.texts.get(path)?.hash === hash) return;
    this.texts.delete(path);
    const here = this.here(path);
    if (hash !== undefined && here?.hash === hash) this.texts.set(path, here);
  }

  /** The effect of a fix on the checked texts. Undefined if one of them is not known here. */
  fixed(edits: Edits): TextStep[] | undefined {
    const steps = [...Map.groupBy(edits, ({ file }) => file)].flatMap(([file, own]) => {
      this.remember(file);
      const known = this.texts.get(file);
      return known ? [{ file, before: known.text, after: applied(known.text ?? '', own) }] : [undefined];
    });
    return steps.every((step) => step !== undefined) ? steps : undefined;
  }
}

const applied = (text: string, edits: Edits): string =>
  edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((now, { offset, length, text: put }) => now.slice(0, offset) + put + now.slice(offset + length), text);
