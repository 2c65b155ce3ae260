import type { Area } from '../../platform/area.ts';
import { advanceEffects } from './effects.ts';

export const advanceArea: Area = { name: 'advance', refusals: ['loanOverdue', 'termsChanged'], effects: { loan: advanceEffects } };
