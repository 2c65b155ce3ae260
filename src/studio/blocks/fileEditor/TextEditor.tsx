import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { Design } from '../designer/design.ts';
import { assist } from './assist.ts';
import { celColours } from './celColours.ts';
import { colours, theme } from './look.ts';

interface TextEditorProps {
  path: string;
  label: string;
  text: string;
  isReadOnly: boolean;
  problems: readonly Problem[];
  /** The line to show, 1-based. A new object scrolls to it again. */
  target: { line: number; column: number } | undefined;
  /** The application, once it has loaded. */
  design: Design | undefined;
  onType: (text: string) => void;
}

/**
 * A text editor for JSON and other text, inside a shadow root. CodeMirror adopts style sheets there; in the page it would insert `<style>`,
 * which the content security policy forbids.
 */
export function TextEditor({ path, label, text, isReadOnly, problems, target, design, onType }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const typed = useRef(onType);
  const known = useRef(design);
  useEffect(() => {
    typed.current = onType;
    known.current = design;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...extensionsFor(path, label, isReadOnly, (now) => typed.current(now)),
          assist(path, () => known.current),
          // Highest precedence puts these inside the elements that colour the JSON string, so that their colours win.
          Prec.highest(celColours(path, () => known.current)),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // Another effect below updates the text: a new editor for each key press would lose the cursor.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [path, label, isReadOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: changeBetween(editor.state.doc.toString(), text) });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map((problem) => marked(editor.state, problem)),
        ),
      );
    // Set the marks again when a problem has moved with the text.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [problems, text]);

  // Redraw once the application has loaded.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => view.current?.dispatch({}), [design]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !target) return;
    const at = offsetOf(editor.state, target.line, target.column);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [target]);

  return <div ref={host} className="file-text" />;
}

function extensionsFor(path: string, label: string, isReadOnly: boolean, onType: (text: string) => void) {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    syntaxHighlighting(colours),
    path.endsWith('.json') ? json() : [],
    EditorView.lineWrapping,
    // Tab leaves the editor, so that keyboard users are not trapped in it.
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
    ]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => update.docChanged && onType(update.state.doc.toString())),
    theme,
  ];
}

/** The smallest replacement that turns one text into the other, so that the cursor stays in place. */
function changeBetween(from: string, to: string) {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** The offset of a place, clamped to the text, which may have changed since the place was named. */
function offsetOf({ doc }: EditorState, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(found.from + column - 1, found.to);
}

function marked(state: EditorState, { line, column, severity, message, fix }: Problem): Diagnostic {
  const from = offsetOf(state, line, column);
  const { to } = state.doc.lineAt(from);
  return { from, to: Math.max(from, to), severity, message: fix ? `${message} ${fix}` : message };
}
