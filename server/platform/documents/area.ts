import type { Area } from '../area.ts';
import { documents } from './routes.ts';

export const documentsArea: Area = { name: 'documents', routes: [documents] };
