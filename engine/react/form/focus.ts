import type { FocusEvent } from 'react';

const focusable = 'input, select, textarea, button, [tabindex="0"]';

/** An input of a part, before the buttons that move or remove an item. */
const inPart = `:scope .field :is(${focusable})`;

/** Scrolls to an input and focuses it. In a group, focuses the first invalid input, else the first one. */
export function focusField(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  const inner = element.querySelector('[aria-invalid="true"]') ?? element.querySelector(inPart) ?? element.querySelector(focusable);
  const target = element.matches(focusable) ? element : (inner ?? element);
  target.scrollIntoView({ block: 'center' });
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

const waiting = new Set<() => void>();
let isPressed = false;

function released(): void {
  isPressed = false;
  if (waiting.size === 0) return;
  // The click event follows the release and must run first.
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

/** Delays work until a press ends. A problem that appears between press and release would move the button, and there would be no click. */
function afterPress(work: () => void): void {
  if (isPressed) waiting.add(work);
  else work();
}

/**
 * Reports a blur to a field. The focus has not left if it moved to another input of the field, if the whole window lost it (the
 * person reads a code in another app or chooses a file), or if it was inside a sheet, which restores it on close. An input inside a
 * field reports its own blur.
 */
export function leaveIfLeft(event: FocusEvent, field: { leave: () => void }): void {
  const { currentTarget, relatedTarget, target } = event;
  if (currentTarget.contains(relatedTarget) || document.activeElement === target || target.closest('dialog')) return;
  event.stopPropagation();
  afterPress(() => field.leave());
}
