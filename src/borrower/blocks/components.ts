import { lazy } from 'react';
import { blockComponents } from '../../../engine/react/blocks/components.ts';
import type { BlockRegistry } from '../../../engine/react/screen/types.ts';

const ResendCode = lazy(() => import('./resendCode/ResendCode.tsx').then((module) => ({ default: module.ResendCode })));

/** The engine's blocks and the product's. */
export const blocks: BlockRegistry = { ...blockComponents, resendCode: ResendCode };
