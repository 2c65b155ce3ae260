import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import { takeRelease } from '../release.ts';
import type { Navigator } from '../screens/navigator.ts';
import { patiently } from '../screens/patiently.ts';
import type { Services } from '../services.ts';
import { finishFlow } from './finishFlow.ts';
import type { FlowStore, FlowStoreOptions, OpenFlow } from './flowStore.ts';

/** What shows the steps of a flow. */
interface Stage {
  navigator: Navigator;
  engine: EngineContext;
  host: ScreenHost;
}

export type LazyFlows = ReturnType<typeof lazyFlows>;

/**
 * The open flows. Their store loads with the first screen of a flow: most first screens belong to none.
 *
 * @param stage read when a step was saved; by then the app is complete
 */
export function lazyFlows(services: Services, stage: () => Stage) {
  let loading: Promise<FlowStore> | undefined;
  let store: FlowStore | undefined;
  const create = async () => {
    const { FlowStore } = await import('./flowStore.ts');
    const { client, parts, drafts, state, today, report } = services;
    store = new FlowStore({
      client,
      parts,
      drafts,
      report,
      ...afterSaving(services, stage),
      surroundings: () => ({ ...services.namespaces(), today: today() }),
      customerId: () => state.customerId,
    });
    return store;
  };
  const all = () => store?.all() ?? [];
  const refresh = (flows: readonly OpenFlow[]) => Promise.all(flows.map(async (flow) => store?.refresh(flow)));

  return {
    load: () => {
      loading ??= patiently(create);
      loading.catch(() => (loading = undefined));
      return loading;
    },
    get: (id: string) => store?.get(id),
    flush: () => store?.flush() ?? Promise.resolve(),
    closeAll: () => store?.closeAll() ?? Promise.resolve(),

    /** Goes to the step that asks a form which was sent back. */
    async refill(form: string): Promise<void> {
      const asking = all().filter(({ session }) => session.flow.steps.some((step) => step.form === form));
      await refresh(asking);
      // Several flows may ask a form; the one that it was sent back in is meant.
      const flow = asking.find(({ session }) => session.snapshot.corrections.some((request) => request.form === form)) ?? asking[0];
      const step = flow?.session.flow.steps.find((each) => each.form === form);
      if (step) stage().navigator.go(step.route);
    },

    /** Shows the current screen anew, with the flows as the server has them. */
    async reposition(): Promise<void> {
      await refresh(all()).catch(() => undefined);
      await stage().navigator.again();
    },
  };
}

/** Where to go once the server has answered. */
function afterSaving(services: Services, stage: () => Stage): Pick<FlowStoreOptions, 'onSaved' | 'onRefused' | 'onRelease'> {
  return {
    async onSaved(flow, by) {
      const { navigator, engine, host } = stage();
      host.done('flows.saveStep');
      const { position, pending } = flow.session;
      if (position.complete && pending.length === 0) {
        await finishFlow(flow, host, engine);
        // What the end of the flow set off may have sent something back already.
        flow.refreshedAt = 0;
        // The steps are done with: nothing of them stays in the page.
        navigator.dropKept();
        return;
      }
      if (by === 'person' && position.step) navigator.go(position.step.route);
    },

    /** Goes back to the step, which shows the problems at its fields. */
    onRefused(flow, id, error) {
      const { navigator, host } = stage();
      const step = flow.session.flow.steps.find((each) => each.id === id);
      if (step) navigator.go(step.route);
      host.react(error);
    },

    onRelease: () => void takeRelease(services, stage().navigator).catch(() => undefined),
  };
}
