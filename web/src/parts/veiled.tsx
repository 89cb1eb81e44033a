/** What privacy hides: it is blurred, and screen readers are told that it is hidden instead of what it says. */
import type { ReactNode } from 'react';
import { usePrivacy } from '../app/preferences.ts';

export function Veiled({ children }: { children: ReactNode }): ReactNode {
  if (!usePrivacy()) return children;
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="for-readers">hidden</span>
    </>
  );
}

/** A text that is hidden whole, as a hash or a sentence with amounts. */
export function Private({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string;
}): ReactNode {
  return (
    <span className={`private ${className}`}>
      <Veiled>{children}</Veiled>
    </span>
  );
}
