import { autorun, untracked } from 'mobx';
import type { FieldHandle } from './types.ts';

/**
 * What a problem changes at its field: the line of words, and the mark on the controls. The elements are React's, these two
 * things in them are ours: after Next a hundred fields tell their problem at once, and rendering each of them anew took as
 * long as all else that Next does (bench/).
 */

/** Of a control that is to be marked. What it says while it is rendered, `followProblem` keeps true afterwards. */
export function problemMark(field: FieldHandle) {
  const isWrong = untracked(() => field.problem !== undefined);
  return { 'data-control': field.id, 'aria-invalid': isWrong ? (true as const) : undefined };
}

/** Keeps a field's line and marks as the problem is; the line is empty while there is none. The function returned ends it. */
export const followProblem = (line: HTMLElement, field: FieldHandle): (() => void) => autorun(() => tell(line, field), { name: 'problem' });

function tell(line: HTMLElement, field: FieldHandle): void {
  const words = field.problem ?? '';
  if (line.textContent === words) return;
  const isWrong = words !== '';
  line.textContent = words;
  line.className = isWrong ? 'field-problem' : '';
  for (const control of controlsBeside(line, field.id)) {
    if (isWrong) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
  }
}

/** The controls of a field, or the group around them. */
function controlsBeside({ parentElement: frame }: HTMLElement, id: string): Element[] {
  if (!frame) return [];
  const isOwn = (element: Element) => element.getAttribute('data-control') === id;
  return isOwn(frame) ? [frame] : [...frame.querySelectorAll('[data-control]')].filter(isOwn);
}
