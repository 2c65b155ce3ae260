import { useState, useSyncExternalStore } from 'react';

const wideEnough = '(min-width: 80rem)';
const watchWidth = (changed: () => void) => {
  const query = window.matchMedia(wideEnough);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

const key = 'hakbang.studio.sidePreview';

/** A browser may keep nothing. */
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
    // The next visit begins closed.
  }
}

/** Whether the preview stands beside the properties: on a wide screen, as the person left it. */
export function useSide() {
  const isPossible = useSyncExternalStore(watchWidth, () => window.matchMedia(wideEnough).matches);
  const [isOpen, setOpen] = useState(readOpen);
  const turn = () => {
    setOpen(!isOpen);
    keepOpen(!isOpen);
  };
  return { isPossible, isOpen, turn };
}
