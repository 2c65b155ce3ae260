import type { FocusEvent } from 'react';

const focusable = 'input, select, textarea, button, [tabindex="0"]';

/** Brings an input into view and gives it the focus; of a group, its first input that is wrong, else its first. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  const inner = element.querySelector('[aria-invalid="true"]') ?? element.querySelector(focusable);
  const target = element.matches(focusable) ? element : (inner ?? element);
  target.scrollIntoView({ block: 'center' });
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

const waiting = new Set<() => void>();
let isPressed = false;

function released(): void {
  isPressed = false;
  // The click comes after the release, and first.
  setTimeout(() => {
    for (const work of waiting) work();
    waiting.clear();
  });
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  document.addEventListener('pointerup', released, true);
  document.addEventListener('pointercancel', released, true);
}

/**
 * A press that takes the focus away must still hit what it was aimed at. A problem that came into sight between press and
 * release would push it from under the finger, and there would be no click.
 */
function afterPress(work: () => void): void {
  if (isPressed) waiting.add(work);
  else work();
}

/**
 * Tells a field that the focus has left it. It has not when it went to another input of the field, nor when the whole window
 * lost it: somebody is reading the code in another app, or choosing a file. Nor from within a sheet, which gives the focus
 * back when it closes. An input inside a field leaves for itself.
 */
export function leaveIfLeft(event: FocusEvent, field: { leave: () => void }): void {
  const { currentTarget, relatedTarget, target } = event;
  if (currentTarget.contains(relatedTarget) || document.activeElement === target || target.closest('dialog')) return;
  event.stopPropagation();
  afterPress(() => field.leave());
}
