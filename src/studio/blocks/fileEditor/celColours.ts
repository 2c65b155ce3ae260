import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Design } from '../designer/design.ts';
import { celMarks, expressionsIn } from './celMarks.ts';

const marks = Object.fromEntries(
  ['text', 'number', 'word', 'function', 'name', 'sign'].map((kind) => [kind, Decoration.mark({ class: `cm-cel-${kind}` })]),
);

/** Highlights CEL syntax inside those JSON strings that the meta-schemas declare as CEL. */
export function celColours(path: string, design: () => Design | undefined): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      private known: Design | undefined;
      private expressions: { from: number; to: number }[] = [];

      constructor(view: EditorView) {
        this.read(view);
        this.decorations = this.draw(view);
      }

      update({ view, docChanged, viewportChanged }: ViewUpdate): void {
        if (docChanged || design() !== this.known) this.read(view);
        else if (!viewportChanged) return;
        this.decorations = this.draw(view);
      }

      private read({ state }: EditorView): void {
        this.known = design();
        this.expressions = this.known ? expressionsIn(this.known, path, state.doc.toString()) : [];
      }

      private draw({ state, visibleRanges }: EditorView): DecorationSet {
        const builder = new RangeSetBuilder<Decoration>();
        for (const { from, to } of this.expressions) {
          if (!visibleRanges.some((range) => from <= range.to && to >= range.from)) continue;
          for (const { kind, ...part } of celMarks(state.sliceDoc(from, to), from)) {
            const mark = marks[kind];
            if (mark) builder.add(part.from, part.to, mark);
          }
        }
        return builder.finish();
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
