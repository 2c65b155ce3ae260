import { autorun, untracked } from 'mobx';
import type { FieldHandle } from './types.ts';

/**
 * The DOM changes of a problem: its line of text and the mark on the controls. React owns the elements, and this file writes these
 * two things directly. After Next, a hundred fields can show problems at once, and rendering each of them doubled the cost
 * (bench/).
 */

/** Attributes of a control with a problem. They are correct at the time of the render; `followProblem` updates them afterwards. */
export function problemMark(field: FieldHandle) {
  const isWrong = untracked(() => field.problem !== undefined);
  return { 'data-control': field.id, 'aria-invalid': isWrong ? (true as const) : undefined };
}

/** Keeps a field's line and marks in sync with its problem. The line is empty without one. Call the returned function to stop. */
export const followProblem = (line: HTMLElement, field: FieldHandle): (() => void) => autorun(() => tell(line, field), { name: 'problem' });

function tell(line: HTMLElement, field: FieldHandle): void {
  const words = field.problem ?? '';
  if (line.textContent === words) return;
  const isWrong = words !== '';
  line.textContent = words;
  line.className = isWrong ? 'field-problem' : '';
  for (const control of controlsOf(line, field.id)) {
    if (isWrong) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
  }
}

/** The controls of a field, or the group around them. */
function controlsOf({ parentElement: frame }: HTMLElement, id: string): Element[] {
  if (!frame) return [];
  const isOwn = (element: Element) => element.getAttribute('data-control') === id;
  return isOwn(frame) ? [frame] : [...frame.querySelectorAll('[data-control]')].filter(isOwn);
}
