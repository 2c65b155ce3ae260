import { useEffect, useRef } from 'react';
import type { BlockValue } from '../../../engine/config/screen.ts';
import { Skeleton } from '../../../engine/react/parts/Skeleton.tsx';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import type { AtOnceOptions } from './definition.ts';

export function AtOnce({ block: { do: action } }: { block: BlockValue & AtOnceOptions }) {
  const { run } = useScope();
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    void run(action);
  }, [run, action]);
  return <Skeleton lines={3} first />;
}
