import { lazy, type ReactNode, Suspense, useState } from 'react';

type Component<Props> = (props: Props) => ReactNode;

export interface Later<Props> {
  component: Component<Props>;
  /** Preloads the code. */
  load: () => Promise<unknown>;
}

/**
 * A component in its own chunk. React's `lazy` shows its fallback for a moment even if the code is loaded, which moves the content
 * below. This one shows the fallback only while it waits.
 */
export function later<Props extends object>(load: () => Promise<{ default: Component<Props> }>, fallback: ReactNode): Later<Props> {
  let ready: Component<Props> | undefined;
  const loadOnce = async () => {
    // Cached, because even for loaded code `import()` takes a turn of the event loop.
    ready ??= (await load()).default;
    return { default: ready };
  };
  const Lazy: Component<Props> = lazy(loadOnce);
  const component = (props: Props) => {
    // Chosen once: swapping the component would lose what was typed.
    const [Ready] = useState(() => ready);
    if (Ready) return <Ready {...props} />;
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    );
  };
  return { component, load: loadOnce };
}
