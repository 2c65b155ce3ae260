import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  className: string;
  title: ReactNode;
  /** Whether it is open initially. */
  isOpen: boolean;
  children: () => ReactNode;
}

/** Renders its content only while open, because a meta-schema may contain itself. */
export function Disclosure({ className, title, isOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details className={className} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}
