// Every widget on one page without a server, for the tests beside this folder and for manual inspection.
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { spy } from 'mobx';
import { Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { type EngineContext, EngineProvider } from '../../../../engine/react/engine-context.tsx';
import { FormView } from '../../../../engine/react/form/FormView.tsx';
import { createTexts } from '../../../../engine/react/text.tsx';
import { widgetComponents } from '../../../../engine/react/widgets/components.ts';
import { FormSession } from '../../../../engine/session/formSession.ts';
import { galleryModule, longForm, moduleOf, schema, ui } from './form.ts';
import { words } from './words.ts';
import '../../../../src/styles/tokens.css';
import '../../../../src/styles/palettes.css';
import '../../../../src/styles/base.css';
import '../../../../src/styles/fields.css';
import '../../../../src/styles/widgets.css';

interface Gallery {
  session: FormSession;
  texts: ReturnType<typeof createTexts>;
  sent: unknown[];
  uploads: { purpose: string; bytes: number }[];
  failUploads: number;
  commits: number;
  /** Names of the observers that rendered, one entry per render. */
  renders: string[];
  path: string;
}
declare global {
  interface Window {
    gallery: Gallery;
  }
}

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
document.documentElement.dataset['palette'] = ['lagoon', 'plum', 'tide'][Number(query.get('number') ?? 1) - 1];

const count = Number(query.get('fields') ?? 0);
const only = query.get('only');
const picked = only ? { ...ui, order: [only] } : ui;
const one = only && schema.properties[only] ? { ...schema, properties: { [only]: schema.properties[only] } } : schema;
const definition = count > 0 ? longForm(count) : { schema: one, ui: picked };
const module = count > 0 ? moduleOf(definition.schema) : only ? moduleOf(one) : galleryModule;

const texts = createTexts({ language: 'en', locales: { en: 'en-PH', fil: 'fil-PH' }, fallbacks: { fil: ['en'] } });
texts.add('en', words);
texts.add('fil', { forms: { gallery: { name: { label: 'Buong pangalan' } } } });
const state = query.get('state');
const session = new FormSession({
  definition,
  module,
  surroundings: () => ({ answers: {}, session: {}, today: '2026-03-02', constants: {}, features: {} }),
  ...(state === 'kept' ? { masked: { phone: '•••• 4567' } } : {}),
  ...(state === 'sentBack'
    ? {
        values: { name: 'Maria Santos', card: '123412341234', idPhoto: 'file1' },
        masked: { phone: '•••• 4567' },
        corrections: [{ form: 'gallery', field: 'idPhoto', reason: 'unclear', note: 'The number is hidden by glare.' }],
        requested: new Map([['idPhoto', ['']]]),
      }
    : {}),
});
for (let index = 0; index < count; index += 1) texts.add('en', { forms: { long: { [`field${index}`]: { label: `Field ${index}` } } } });

const gallery: Gallery = { session, texts, sent: [], uploads: [], failUploads: 0, commits: 0, renders: [], path: '' };
window.gallery = gallery;
spy((event) => {
  if (event.type === 'reaction') gallery.renders.push(event.name);
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const picture =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="60"><text x="20" y="42" font-size="36">K7P2</text></svg>',
  );

const puzzle = () => createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0', deriveKey, hmacSignatureSecret: 'test' });

const engine: EngineContext = {
  texts,
  widgets: widgetComponents,
  call: async () => ({
    challengeId: crypto.randomUUID(),
    image: picture,
    proofOfWork: await puzzle(),
    proofAlone: await puzzle(),
  }),
  upload: async (file, purpose, onProgress) => {
    for (const fraction of [0.3, 0.7]) {
      onProgress?.(fraction);
      await wait(30);
    }
    if (gallery.failUploads > 0) {
      gallery.failUploads -= 1;
      throw Object.assign(new Error('offline'), { code: 'networkAbnormal' });
    }
    gallery.uploads.push({ purpose, bytes: file.size });
    return { fileId: `file${gallery.uploads.length}` };
  },
  fetchJson: async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.json();
  },
  navigate: (path) => {
    gallery.path = path;
  },
  today: () => '2026-03-02',
};

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <EngineProvider value={engine}>
    <h1 style={{ marginBottom: '1.5rem' }}>Tell us about yourself</h1>
    <Profiler id="form" onRender={() => (gallery.commits += 1)}>
      <FormView session={session} onNext={() => gallery.sent.push(session.settled())} submitLabel="Next" />
    </Profiler>
  </EngineProvider>,
);
