import { observable, runInAction } from 'mobx';

const inSight = () => typeof document === 'undefined' || document.visibilityState === 'visible';

const box = observable.box(inSight());

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => runInAction(() => box.set(inSight())));
}

/** Whether the page is visible: not in a background tab or on a locked phone. Observable. */
export const isPageVisible = (): boolean => box.get();
