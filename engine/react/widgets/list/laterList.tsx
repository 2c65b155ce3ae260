import type { RjsfField } from '../../form/rjsf.tsx';
import { later } from '../../parts/later.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

/** rjsf's `ArrayField` and its templates, which load with a form that has a list. */
export const laterList = later<RjsfField>(
  () => import('./List.tsx').then((module) => ({ default: module.List })),
  <Skeleton lines={0} blocks={1} />,
);
