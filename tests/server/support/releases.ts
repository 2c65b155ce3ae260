import type { Manifest } from '../../../engine/compiler/types.ts';
import type { ReleaseService } from '../../../server/platform/release/types.ts';

/** A manifest with only the parts that login and sessions read. */
export function manifestWith(changes: Partial<Manifest> = {}): Manifest {
  return {
    hash: 'test',
    uses: { widgets: [], blocks: [], operations: [], effects: [], clientEvents: [], kinds: [] },
    settings: {
      languages: { default: 'en', offered: [{ code: 'en', locale: 'en-PH', name: 'English' }], translationLocale: 'en-US' },
      timeZone: 'Asia/Manila',
      currency: 'PHP',
      device: { mobileMarkers: [] },
      clickGuardMs: 1000,
      theme: 1,
      storageKey: 'core',
      clientDefaults: {},
      features: {},
      constants: {},
      apiBase: { test: '', production: '' },
    },
    navigation: { capture: [], rules: [], tabs: [], notFound: 'notFound' },
    errors: {},
    navigationExpressions: '',
    routes: {},
    screens: {},
    forms: {},
    flows: {},
    commonTexts: {},
    documents: { privacy: { en: { part: 'privacy.json', hash: 'privacy-hash-en' } } },
    lifeCycles: {},
    decisionTables: {},
    other: {},
    serverTexts: {
      en: {
        sms: {
          loginCode: '{{code}} is your code. It expires in {{minutes}} minutes.',
          newDevice: 'Somebody logged in on a new device. If this was not you, call us.',
          freshCode: '{{code}} confirms it. It expires in {{minutes}} minutes.',
        },
      },
      fil: { sms: { loginCode: '{{code}} ang iyong code. Mag-e-expire ito sa {{minutes}} minuto.' } },
    },
    ...changes,
  };
}

/** Serves one manifest that never changes. */
export function fixedReleases(manifest: Manifest): ReleaseService {
  const none = (id: string): never => {
    throw new Error(`no ${id} in this release`);
  };
  const release = {
    hash: manifest.hash,
    manifest,
    form: none,
    flow: none,
    decisionTable: none,
    lifeCycle: none,
    text: none,
    expressionsOf: async () => ({}),
    carryOverExpressions: async () => ({}),
  };
  return {
    active: () => release,
    get: async () => release,
    part: async () => undefined,
    keep: async () => {},
    policySince: async () => undefined,
    ready: async () => [],
    stop: async () => {},
  };
}
