import type { Area } from '../../platform/area.ts';
import { agreements } from './routes.ts';

export const agreementsArea: Area = { name: 'agreements', routes: [agreements] };
