import { runAction } from '../../../engine/react/screen/actions.ts';
import { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { OpenFlow } from './flowStore.ts';

/** Runs the flow's `onComplete` as an action on a screen without blocks. Resolves with whether it completed. */
export async function finishFlow(flow: OpenFlow, host: ScreenHost, engine: EngineContext): Promise<boolean> {
  const { onComplete } = flow.definition;
  if (!onComplete) return true;
  const place = { path: '', name: flow.id, noCheck: false, previous: '', params: {}, query: {} };
  const definition = { id: flow.id, route: '/', blocks: [] };
  const screen = new ScreenModel({ definition, expressions: flow.expressions, forms: {} }, place, host, engine);
  return runAction(screen, onComplete);
}
