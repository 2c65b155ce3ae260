import type { Widget } from '../../engine/react/engine-context.tsx';

/** The widgets of the engine, once they are loaded: the first screen mostly asks nothing, and comes without them. */
export const widgets: Record<string, Widget> = {};

let loading: Promise<void> | undefined;

export function loadWidgets(): Promise<void> {
  loading ??= import('../../engine/react/widgets/components.ts').then(({ widgetComponents }) => {
    Object.assign(widgets, widgetComponents);
  });
  loading.catch(() => (loading = undefined));
  return loading;
}
