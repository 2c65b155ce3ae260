import { useEffect } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useEngine } from '../../engine-context.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { RedirectOptions } from './definition.ts';

export function Redirect({ block: { go } }: { block: BlockValue & RedirectOptions }) {
  const { navigate } = useEngine();
  useEffect(() => navigate(go, { replace: true }), [navigate, go]);
  return <Skeleton lines={3} first />;
}
