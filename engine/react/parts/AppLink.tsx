import type { ComponentProps } from 'react';
import { useEngine } from '../engine-context.tsx';

/** A link to a route of the app. It navigates without a reload and still opens in a new tab on request. */
export function AppLink({ to, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const { base = '', navigate } = useEngine();
  return (
    <a
      {...rest}
      href={base + to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
