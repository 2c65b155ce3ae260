import { withoutItem } from '../../../engine/flow/instances.ts';
import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import { takeRelease } from '../release.ts';
import type { Navigator } from '../screens/navigator.ts';
import { withRetries } from '../screens/withRetries.ts';
import type { Services } from '../services.ts';
import { finishFlow } from './finishFlow.ts';
import type { FlowStore, FlowStoreOptions, OpenFlow } from './flowStore.ts';

/** Parts of the app that show a flow's steps. */
interface Stage {
  navigator: Navigator;
  engine: EngineContext;
  host: ScreenHost;
}

export type LazyFlows = ReturnType<typeof lazyFlows>;

/**
 * The open flows. Their store loads with the first screen of a flow, because most first screens belong to none.
 *
 * @param stage called after a step is saved, when the app is complete
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
      person: () => state.customerId ?? state.guest,
    });
    return store;
  };
  const all = () => store?.all() ?? [];
  const refresh = (flows: readonly OpenFlow[]) => Promise.all(flows.map(async (flow) => store?.refresh(flow)));

  return {
    load: () => {
      loading ??= withRetries(create);
      loading.catch(() => (loading = undefined));
      return loading;
    },
    get: (id: string) => store?.get(id),
    flush: () => store?.flush() ?? Promise.resolve(),
    closeAll: () => store?.closeAll() ?? Promise.resolve(),

    /** Opens the step of a form that was sent back. */
    async refill(form: string): Promise<void> {
      const isOf = (asked: { form?: string }) => asked.form !== undefined && withoutItem(asked.form) === form;
      const asking = all().filter(({ session }) => session.flow.steps.some((step) => step.form === form));
      await refresh(asking);
      // Several flows may contain the form. Prefer the flow in which it was sent back.
      const flow = asking.find(({ session }) => session.snapshot.corrections.some((request) => isOf(request))) ?? asking[0];
      const steps = flow?.session.position.path.filter(isOf);
      const step = steps?.find(({ status }) => status === 'sentBack') ?? steps?.[0];
      if (step) stage().navigator.go(step.route);
    },

    /** Reloads the open flows from the server and shows the current screen again. */
    async reposition(): Promise<void> {
      await refresh(all()).catch(() => undefined);
      await stage().navigator.again();
    },
  };
}

/** Navigation after the server has answered. */
function afterSaving(services: Services, stage: () => Stage): Pick<FlowStoreOptions, 'onSaved' | 'onRefused' | 'onRelease'> {
  return {
    async onSaved(flow, by) {
      const { navigator, engine, host } = stage();
      host.done('flows.saveStep');
      const { position, pending } = flow.session;
      if (position.complete && pending.length === 0) {
        if (await finishFlow(flow, host, engine)) services.embed?.tell({ type: 'complete' });
        // Completing the flow may already have caused a send-back.
        flow.refreshedAt = 0;
        // The flow is complete, so its screens need not stay alive.
        navigator.dropKept();
        return;
      }
      if (by === 'person' && position.step) navigator.go(position.step.route);
    },

    /** Goes back to the step, which shows the problems at its fields. */
    onRefused(flow, id, error) {
      const { navigator, host } = stage();
      const step = flow.session.position.path.find((each) => each.id === id);
      if (step) navigator.go(step.route);
      host.react(error);
    },

    onRelease: () => void takeRelease(services, stage().navigator).catch(() => undefined),
  };
}
