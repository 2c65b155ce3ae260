import { json } from '@codemirror/lang-json';
import { syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { colours, theme } from './look.ts';

interface RawDiffProps {
  path: string;
  label: string;
  before: string;
  after: string;
}

const marks = EditorView.theme({
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-changedLine': { backgroundColor: 'var(--success-soft)' },
  '.cm-collapsedLines': { color: 'var(--ink-soft)', backgroundColor: 'var(--surface-sunken)', backgroundImage: 'none' },
});

/** A line-by-line diff of a file before and after the change. Like the editor, it is in a shadow root. */
export function RawDiff({ path, label, before, after }: RawDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          syntaxHighlighting(colours),
          path.endsWith('.json') ? json() : [],
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
          theme,
          marks,
        ],
      }),
    });
    return () => view.destroy();
  }, [path, label, before, after]);
  return <div ref={host} className="file-text" />;
}
