import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { FormSession } from '../../../session/formSession.ts';
import { type EngineContext, EngineProvider, useEngine } from '../../engine-context.tsx';
import { FormView } from '../../form/FormView.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { Texts } from '../../text.tsx';
import { gallery } from './galleryForm.ts';

/** Shows every widget on a local form that is never sent. */
export const WidgetGallery = observer(function WidgetGallery() {
  const engine = useEngine();
  const { host } = useScope().screen;
  const withWords = useMemo<EngineContext>(() => ({ ...engine, texts: galleryTexts(engine.texts) }), [engine]);
  const session = useMemo(
    () =>
      new FormSession({
        ...gallery,
        surroundings: () => ({ answers: {}, session: {}, today: engine.today(), constants: {}, features: {} }),
        report: host.report,
      }),
    [engine, host],
  );
  return (
    <EngineProvider value={withWords}>
      <FormView session={session} onNext={() => undefined} />
    </EngineProvider>
  );
});

/** No release has the gallery's form, so its texts are defined here. */
function galleryTexts(texts: Texts): Texts {
  const own = (key: string) => key.replace(/^forms\.gallery\./, 'common.blocks.widgetGallery.');
  return Object.create(texts, {
    t: { value: (keys: string | readonly string[], values?: Record<string, unknown>) => texts.t([keys].flat().map(own), values) },
    has: { value: (key: string) => texts.has(own(key)) },
  }) as Texts;
}
