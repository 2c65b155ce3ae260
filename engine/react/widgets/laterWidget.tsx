import type { ComponentProps } from 'react';
import type { WidgetComponent } from '../engine-context.tsx';
import { type Later, later } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';

/** A widget whose code loads with a form that uses it. */
export const laterWidget = (load: () => Promise<{ default: WidgetComponent }>): Later<ComponentProps<WidgetComponent>> =>
  later(load, <Skeleton lines={0} blocks={1} />);
