import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { Design } from '../designer/design.ts';
import { explainedAt, suggestionsAt } from './suggestions.ts';

/** Completion from the meta-schemas and the application's names, and a tooltip that explains the property under the pointer. */
export function assist(path: string, design: () => Design | undefined): Extension {
  const complete = ({ state, pos, explicit }: CompletionContext) => {
    const known = design();
    const found = known && suggestionsAt(known, path, state.doc.toString(), pos);
    if (!found || (!explicit && found.from === found.to && state.sliceDoc(pos - 1, pos) !== '"')) return null;
    return {
      from: found.from,
      to: found.to,
      options: found.options.map(({ label, insert, detail, info }) => ({
        label,
        apply: insert,
        ...(detail !== undefined && { detail }),
        ...(info !== undefined && { info }),
      })),
    };
  };
  const hover = hoverTooltip((view, pos) => {
    const known = design();
    const explained = known && explainedAt(known, path, view.state.doc.toString(), pos);
    if (!explained) return null;
    return {
      pos,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-explained';
        const title = document.createElement('strong');
        title.textContent = explained.title;
        const text = document.createElement('p');
        text.textContent = explained.text;
        dom.append(title, text);
        return { dom };
      },
    };
  });
  return [autocompletion({ override: [complete] }), hover];
}
