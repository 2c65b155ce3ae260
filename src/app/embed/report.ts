import { reaction, when } from 'mobx';
import type { RunningApp } from '../app.ts';
import type { Embed } from './embed.ts';

export const isFramed = (): boolean => window.parent !== window;

/** Reports to the host of an embedded page what it shows and how high it is. */
export function reportTo(tell: Embed['tell'], { navigator }: RunningApp, root: HTMLElement): void {
  if (isFramed() && !keepsSession()) return tell({ type: 'blocked' });
  when(
    () => navigator.view.status !== 'loading',
    () => tell({ type: 'ready' }),
  );
  reaction(
    () => navigator.current?.screen.step?.id,
    (step) => step !== undefined && tell({ type: 'step', step }),
    { fireImmediately: true },
  );
  if (isFramed()) new ResizeObserver(() => tell({ type: 'height', heightPx: Math.ceil(root.offsetHeight) })).observe(root);
}

/** Whether the browser keeps both halves of a session in a frame: the token in storage, the id in a partitioned cookie. */
function keepsSession(): boolean {
  const probe = 'hakbang-probe';
  const write = (maxAgeSeconds: number) =>
    (document.cookie = `${probe}=1; Path=/; Max-Age=${maxAgeSeconds}; SameSite=None; Secure; Partitioned`);
  try {
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    write(60);
    const isKept = document.cookie.includes(`${probe}=1`);
    write(0);
    return isKept;
  } catch {
    return false;
  }
}
