import type { ComponentProps } from 'react';
import type { WidgetComponent } from '../engine-context.tsx';
import { type Later, later } from '../parts/later.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';

/** A widget whose code comes when a form has it. */
export const laterWidget = (load: () => Promise<{ default: WidgetComponent }>): Later<ComponentProps<WidgetComponent>> =>
  later(load, <Skeleton lines={0} blocks={1} />);
