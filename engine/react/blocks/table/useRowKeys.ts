import { type RefObject, useEffect } from 'react';
import { isTaken } from '../typing.ts';

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** j and k or the arrow keys move the focus between the links of the rows, so that Enter opens one. */
export function useRowKeys(table: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || isTaken(event)) return;
      const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])];
      const row = document.activeElement?.closest('tr');
      const at = links.findIndex((link) => link.closest('tr') === row);
      const next = at < 0 ? links[0] : links[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [table, isOn]);
}
