import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: string;
  /** An action is running: the button shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean;
  /** Disabled for now. The button keeps the focus, and screen readers can find it. */
  off?: boolean;
  wide?: boolean;
}

/** A button of at least 48 px. `off` and `busy` use `aria-disabled`, because a disabled button loses the focus. */
export function Button({ tone = 'primary', icon, busy, off, wide, children, onClick, className, ...rest }: ButtonProps) {
  const inert = Boolean(busy || off);
  const classes = ['button', tone !== 'primary' && `button-${tone}`, wide && 'button-wide', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      className={classes}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
