import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

export interface Later<Props> {
  component: ComponentType<Props>;
  /** Brings the code, so that the component is there when it is first shown. */
  load: () => Promise<unknown>;
}

/**
 * A component in a chunk of its own. `lazy` shows its fallback for a moment even when the code is there already, and everything below
 * would jump; this one shows it only while there is something to wait for.
 */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, fallback: ReactNode): Later<Props> {
  let ready: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    // Asked for once: even for code that is there, `import()` takes a turn of the browser's loader.
    ready ??= (await load()).default;
    return { default: ready };
  };
  const Lazy = lazy(loadOnce) as unknown as ComponentType<Props>;
  const component = (props: Props) => {
    // Chosen once: another component in its place would forget what was typed.
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
