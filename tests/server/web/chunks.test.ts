import { describe, expect, test } from 'vitest';
import type { ScreenTicket } from '../../../server/contract/schemas.ts';
import { type BuildManifest, chunkFinder } from '../../../server/platform/web/chunks.ts';

const manifest: BuildManifest = {
  'index.html': { file: 'assets/index.js', imports: ['_mobx.js'] },
  '_mobx.js': { file: 'assets/mobx.js', name: 'mobx' },
  '_form.js': { file: 'assets/form.js', name: 'form', imports: ['_mobx.js', 'index.html'] },
  'engine/react/blocks/review/Review.tsx': { file: 'assets/Review.js', isDynamicEntry: true, imports: ['_view.js', 'index.html'] },
  '_view.js': { file: 'assets/view.js', imports: ['_mobx.js'] },
  'engine/react/widgets/imageCode/ImageCode.tsx': { file: 'assets/ImageCode.js', isDynamicEntry: true },
  'engine/react/widgets/imageCode/proofOfWork.ts': { file: 'assets/proofOfWork.js', isDynamicEntry: true },
  'src/borrower/blocks/resendCode/ResendCode.tsx': { file: 'assets/ResendCode.js', isDynamicEntry: true },
  'src/app/flows/flowStore.ts': { file: 'assets/flowStore.js', name: 'flowStore', isDynamicEntry: true, imports: ['_form.js'] },
  '/elsewhere/src/styles/pages/welcome.css': { file: 'assets/welcome.css' },
  '/elsewhere/src/styles/pages/home.css': { file: 'assets/home.css' },
};
const find = chunkFinder(manifest);
const address = { definition: '/r/a.json', module: '/r/a.mjs' };

function ticket(more: Partial<ScreenTicket>): ScreenTicket {
  return {
    release: 'r',
    screen: 's',
    route: '/s',
    params: {},
    noCheck: true,
    keepAlive: false,
    layout: 'plain',
    definition: '/r/s.json',
    texts: '/r/t.json',
    forms: {},
    blocks: [],
    widgets: [],
    prefetch: [],
    ...more,
  };
}

describe('the preloaded code of a screen', () => {
  test("is its blocks and widgets with their imports, without the page's own code", () => {
    const { modules } = find(ticket({ blocks: ['form', 'heading', 'review'], widgets: ['imageCode'], forms: { phone: address } }));
    expect(modules.toSorted()).toEqual(['ImageCode', 'Review', 'form', 'view'].map((name) => `/assets/${name}.js`));
  });

  test('includes the flow store if the screen shows a step', () => {
    const { modules } = find(ticket({ flow: { id: 'onboarding', expressions: '/r/e.mjs', definition: {} } }));
    expect(modules).toEqual(['/assets/flowStore.js', '/assets/form.js']);
  });

  test('includes blocks of the product and of the engine', () => {
    expect(find(ticket({ blocks: ['resendCode'] })).modules).toEqual(['/assets/ResendCode.js']);
  });

  test("is its own look, or the welcome page's", () => {
    expect(find(ticket({})).styles).toEqual(['/assets/welcome.css']);
    expect(find(ticket({ stylesheet: 'home' })).styles).toEqual(['/assets/home.css']);
  });

  test('is unknown without a manifest or a ticket', () => {
    expect(chunkFinder({})(ticket({ blocks: ['form'] }))).toEqual({ modules: [], styles: [] });
    expect(find(undefined)).toEqual({ modules: [], styles: [] });
  });
});
