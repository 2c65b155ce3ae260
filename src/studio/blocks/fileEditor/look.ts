import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--primary)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ink)', fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-soft)' },
]);

export const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '0.875rem', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--primary)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--primary) 7%, transparent)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--primary) 22%, transparent) !important',
  },
  '.cm-cel-name, .cm-cel-sign': { color: 'var(--ink)' },
  '.cm-cel-function': { color: 'var(--ink)', textDecoration: 'underline dotted' },
  '.cm-cel-word, .cm-cel-number': { color: 'var(--ink)', fontStyle: 'italic' },
  '.cm-cel-text': { color: 'var(--primary)' },
  '.cm-cel-sign': { fontWeight: '700' },
  '.cm-explained': { maxWidth: '32rem', padding: '0.5rem 0.75rem', whiteSpace: 'normal' },
  '.cm-explained p': { margin: '0.25rem 0 0' },
  '.cm-tooltip-autocomplete li[aria-selected]': { color: 'var(--on-primary, #fff)', backgroundColor: 'var(--primary)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)' },
});
