import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  className: string;
  title: ReactNode;
  /** Open at first. */
  isOpen: boolean;
  children: () => ReactNode;
}

/** What is inside exists only while it is open: a meta-schema may contain itself. */
export function Disclosure({ className, title, isOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details className={className} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}
