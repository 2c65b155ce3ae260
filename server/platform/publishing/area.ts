import type { Area } from '../area.ts';
import { publishing as migration } from './migration.ts';

/** Review, approval, publishing and rollback of releases. */
export const publishingArea: Area = {
  name: 'publishing',
  migrations: [migration],
};
