import { lazy } from 'react';
import type { Widget } from '../../../engine/react/engine-context.tsx';

const Signature = lazy(() => import('./signature/Signature.tsx').then((module) => ({ default: module.Signature })));

/** The product's widgets, beside the engine's. */
export const productWidgets: Readonly<Record<string, Widget>> = {
  signature: { component: Signature, frame: 'group' },
};
