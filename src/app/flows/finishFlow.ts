import { runAction } from '../../../engine/react/screen/actions.ts';
import { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { OpenFlow } from './flowStore.ts';

/** Runs the flow's `onComplete` as an action on a screen without blocks. */
export async function finishFlow(flow: OpenFlow, host: ScreenHost, engine: EngineContext): Promise<void> {
  const { onComplete } = flow.definition;
  if (!onComplete) return;
  const place = { path: '', name: flow.id, noCheck: false, previous: '', params: {}, query: {} };
  const definition = { id: flow.id, route: '/', blocks: [] };
  const screen = new ScreenModel({ definition, expressions: flow.expressions, forms: {} }, place, host, engine);
  await runAction(screen, onComplete);
}
