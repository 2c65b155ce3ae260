import type { Area } from '../../platform/area.ts';
import { advanceEffects } from './effects.ts';

export const advanceArea: Area = { name: 'advance', effects: { loan: advanceEffects } };
