import { useEffect } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import type { OnShowOptions } from './definition.ts';

/** The person did not start this, so a failure is silent. It runs again when the screen is next shown. */
export function OnShow({ block }: { block: BlockValue & OnShowOptions }) {
  const { screen } = useScope();
  const { op, with: input } = block;
  useEffect(() => {
    screen.engine.call(op, screen.input(input)).then(
      () => screen.host.done(op),
      (reason: unknown) => screen.host.dataFailed(reason),
    );
  }, [screen, op, input]);
  return null;
}
