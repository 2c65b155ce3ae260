import { useState, useSyncExternalStore } from 'react';

const wideEnough = '(min-width: 80rem)';
const watchWidth = (changed: () => void) => {
  const query = window.matchMedia(wideEnough);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

const key = 'hakbang.studio.sidePreview';

/** A browser may have storage disabled. */
function readOpen(): boolean {
  try {
    return localStorage.getItem(key) === 'open';
  } catch {
    return false;
  }
}

function keepOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(key, isOpen ? 'open' : 'closed');
  } catch {
    // The preview then starts closed on the next visit.
  }
}

/** Whether the preview is open beside the properties. Needs a wide screen; remembers the person's choice. */
export function useSide() {
  const isPossible = useSyncExternalStore(watchWidth, () => window.matchMedia(wideEnough).matches);
  const [isOpen, setOpen] = useState(readOpen);
  const turn = () => {
    setOpen(!isOpen);
    keepOpen(!isOpen);
  };
  return { isPossible, isOpen, turn };
}
