import type { Area } from '../area.ts';
import { health } from './routes.ts';

export const healthArea: Area = { name: 'health', routes: [health] };
