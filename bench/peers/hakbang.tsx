// Ours, as the app runs it: a form, its module and its texts are parts of a compiled release. The page embeds all parts except the module.
// Answers live in a flow session with drafts.
import { createRoot } from 'react-dom/client';
import type { FormDefinition } from '../../engine/compiler/types.ts';
import type { FormModule, WholeFormModule } from '../../engine/form/types.ts';
import type { CompiledFlow, FlowSnapshot } from '../../engine/flow/types.ts';
import { type EngineContext, EngineProvider } from '../../engine/react/engine-context.tsx';
import { FormView } from '../../engine/react/form/FormView.tsx';
import { createTexts } from '../../engine/react/text.tsx';
import type { Bundle } from '../../engine/texts/words.ts';
import { widgetComponents } from '../../engine/react/widgets/components.ts';
import { FlowSession } from '../../engine/session/flowSession.ts';
import { whenIdle } from '../../src/app/whenIdle.ts';
import '../../src/styles/tokens.css';
import '../../src/styles/palettes.css';
import '../../src/styles/base.css';
import '../../src/styles/fields.css';
import '../../src/styles/widgets.css';

interface Boot {
  form: string;
  definition: FormDefinition;
  module: string;
  wholeForm: string;
  texts: Bundle[];
}

const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot;
// Loads while the rest is created.
const loading = import(/* @vite-ignore */ boot.module) as Promise<FormModule>;

const flow: CompiledFlow = { id: 'bench', version: 1, steps: [{ id: 'bench', route: '/', kind: 'form', form: boot.form, minutes: 1 }] };
const snapshot: FlowSnapshot = {
  flow: flow.id,
  release: '',
  revision: 0,
  answers: {},
  masked: {},
  confirmed: {},
  corrections: [],
  facts: {},
  position: { path: [], number: 1, total: 1, minutesLeft: 1, complete: false },
};
const day = new Date().toISOString().slice(0, 10);
const texts = createTexts({ language: 'en' });
for (const bundle of boot.texts) texts.add('en', bundle);
const engine: EngineContext = {
  texts,
  widgets: widgetComponents,
  call: () => Promise.reject(new Error('The bench has no server.')),
  upload: () => Promise.reject(new Error('The bench has no server.')),
  fetchJson: () => Promise.reject(new Error('The bench has no server.')),
  navigate: () => undefined,
  today: () => day,
};

/** As `screenLoader.ts` does. */
const wholeForm = async () => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  return (await import(/* @vite-ignore */ boot.wholeForm)) as WholeFormModule;
};
const module = await loading;
const session = new FlowSession({
  flow,
  snapshot,
  environment: {
    surroundings: () => ({ session: {}, today: day, constants: {}, features: {}, conditions: {} }),
    module: () => module,
  },
});
createRoot(document.getElementById('root') as HTMLElement).render(
  <EngineProvider value={engine}>
    <FormView
      session={session.form(boot.form, boot.definition, module)}
      wholeForm={wholeForm}
      onNext={() => undefined}
      submitLabel="Submit"
    />
  </EngineProvider>,
);
