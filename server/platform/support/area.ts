import type { Area } from '../area.ts';
import { support } from './routes.ts';

export const supportArea: Area = { name: 'support', routes: [support] };
