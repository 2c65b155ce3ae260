import type { Widget } from '../../../engine/react/engine-context.tsx';
import { laterWidget } from '../../../engine/react/widgets/laterWidget.tsx';

/** Each widget has its own chunk. */
const later = {
  signature: laterWidget(() => import('./signature/Signature.tsx').then((module) => ({ default: module.Signature }))),
};

/** Preloads the code of widgets. */
export const loadProductWidgets = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.filter((name) => Object.hasOwn(later, name)).map((name) => later[name as keyof typeof later].load()));

export const productWidgets: Readonly<Record<string, Widget>> = {
  signature: { component: later.signature.component, frame: 'group' },
};
