import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { EngineProvider } from '../../../engine/react/engine-context.tsx';
import { IconsContext } from '../../../engine/react/parts/icons.ts';
import { Sheet } from '../../../engine/react/parts/Sheet.tsx';
import { HostProvider } from '../../../engine/react/screen/host.tsx';
import { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import { ScreenView } from '../../../engine/react/screen/ScreenView.tsx';
import { isRefusal, type ScreenHost } from '../../../engine/react/screen/types.ts';
import type { Surroundings } from '../product.ts';

/** The request to repeat when the open dialog is done. Undefined without a dialog. */
let waiting: (() => void)[] | undefined;

/**
 * Shows a screen in a dialog. When one of its actions goes back, the dialog closes and `again` repeats the refused request. Closing the
 * dialog discards the request. Refusals in the meantime wait for the same dialog.
 */
export async function askScreen(app: Surroundings, path: string, again: () => void = () => undefined): Promise<void> {
  if (waiting) return void waiting.push(again);
  waiting = [again];
  try {
    await open(app, path);
  } catch (error) {
    waiting = undefined;
    app.host.react(error);
  }
}

async function open({ services: { loader, texts }, engine, host, product }: Surroundings, path: string): Promise<void> {
  const ticket = await loader.ticket(path);
  const loaded = await loader.load(ticket);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const close = (isDone: boolean) => {
    const repeated = waiting ?? [];
    waiting = undefined;
    root.unmount();
    if (isDone) repeated.forEach((repeat) => repeat());
  };
  const own: ScreenHost = {
    ...host,
    back: () => close(true),
    react: (error, place) => {
      // The session has ended, and the host redirects to the login.
      if (isRefusal(error) && error.code === 'unauthenticated') close(false);
      host.react(error, place);
    },
  };
  const { screen: name, noCheck, params } = ticket;
  const screen = new ScreenModel(loaded, { path, name, noCheck, previous: '', params, query: {} }, own, engine);
  const content = createRef<HTMLDivElement>();
  const first = {
    get current() {
      return content.current?.querySelector<HTMLElement>('input, select, textarea') ?? null;
    },
  };
  root.render(
    <IconsContext value={product.icons}>
      <EngineProvider value={engine}>
        <HostProvider value={own}>
          <Sheet title={texts.t(`screens.${name}.title`)} onClose={() => close(false)} first={first}>
            <div className="group" ref={content}>
              <ScreenView screen={screen} />
            </div>
          </Sheet>
        </HostProvider>
      </EngineProvider>
    </IconsContext>,
  );
}
