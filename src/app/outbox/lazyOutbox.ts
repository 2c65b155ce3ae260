import { observable, runInAction } from 'mobx';
import type { RequestQueue } from '../../../engine/react/screen/types.ts';
import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import type { Services } from '../services.ts';
import type { Outbox } from './outbox.ts';

export interface LazyOutbox extends RequestQueue {
  /** Reads the person's requests from this device and sends the waiting ones. */
  open(): void;
  forget(): void;
}

/** Loads the outbox when it is first needed: without a session there is none, and most screens show none. */
export function lazyOutbox(
  { client, drafts, waitingFiles, state, feedback, texts, network, report }: Services,
  upload: (...file: Parameters<EngineContext['upload']>) => ReturnType<EngineContext['upload']>,
  done: (operation: string) => void,
): LazyOutbox {
  const box = observable.box<Outbox | undefined>(undefined, { deep: false });
  let loading: Promise<Outbox> | undefined;
  const load = () => {
    loading ??= create();
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const create = async () => {
    const [{ Outbox }, { createExclusively }] = await Promise.all([import('./outbox.ts'), import('./exclusively.ts')]);
    const outbox = new Outbox({
      call: (operation, input, options) => client.callByName(operation, input, options),
      store: drafts,
      files: waitingFiles,
      upload: async ({ file, purpose }) => (await upload(file, purpose)).fileId,
      exclusively: createExclusively(navigator.locks),
      customerId: () => state.customerId,
      onSent: ({ operation }) => {
        feedback.toast(texts.t('common.sentLater'));
        done(operation);
      },
      report,
    });
    runInAction(() => box.set(outbox));
    return outbox;
  };
  const open = () => {
    if (state.isLoggedIn && network.online)
      load().then(
        (outbox) => outbox.open(),
        () => undefined,
      );
  };
  return {
    open,
    forget: () => box.get()?.forget(),
    send: async (operation, input) => (await load()).send(operation, input),
    requests: (operation) => {
      const outbox = box.get();
      if (!outbox)
        load()
          .then((loaded) => loaded.open())
          .catch(() => undefined);
      return outbox?.requests(operation) ?? [];
    },
    dismiss: (id) => box.get()?.dismiss(id),
  };
}
