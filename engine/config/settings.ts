import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Route, SchemaRef } from './annotations.ts';

const Color = (description: string) => Type.String({ title: 'Colour', description, pattern: '^#[0-9a-fA-F]{6}$' });

/** The analytics events. */
const analyticsEvents = ['screenViewed', 'stepViewed', 'stepCompleted', 'checkFailed'] as const;

/** Allows plain HTTP only for localhost. */
const ApiBase = Type.String({
  pattern: '^((https://[a-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1))(:[0-9]{1,5})?)?(/[A-Za-z0-9/_-]*)?$',
});

export const Settings = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    languages: object(
      {
        default: Type.String({ title: 'Default language' }),
        offered: Type.Array(
          object({
            code: Type.String(),
            locale: Type.String({ title: 'Locale', description: 'BCP 47 tag for numbers and dates.' }),
            name: Type.String({ title: 'Own name' }),
          }),
          { title: 'Offered', description: 'A missing key in one of these is an error.', minItems: 1 },
        ),
        prepared: Type.Optional(
          Type.Array(Type.String(), {
            title: 'Prepared',
            description: 'Sets that exist but are not offered; the linter says how complete they are.',
          }),
        ),
        translationLocale: Type.String({ title: 'Default translation locale' }),
      },
      { title: 'Languages' },
    ),
    timeZone: Type.String({
      title: 'Time zone',
      description: 'IANA name of the zone by whose calendar days count and times are shown, e.g. Asia/Tokyo.',
    }),
    currency: Type.String({ title: 'Currency', description: 'ISO 4217 code of the currency that amounts are in, e.g. JPY.' }),
    device: object(
      {
        mobileMarkers: Type.Array(Type.String(), {
          title: 'Mobile markers',
          description: 'A device description that has one of these gets the mobile layout.',
        }),
      },
      { title: 'Device' },
    ),
    clickGuardMs: Type.Integer({
      title: 'Click guard (ms)',
      description: 'A second click on the same action within this time does nothing.',
      minimum: 0,
    }),
    theme: Type.Integer({
      title: 'Theme number',
      description: 'The theme that a new device begins with: 1 is the first of the themes.',
      minimum: 1,
    }),
    themes: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Themes',
        description: 'Palettes that may be chosen, in the order of their theme numbers; each is called common.themes.<palette>.',
        minItems: 1,
      }),
    ),
    storageKey: Type.String({ title: 'Core key', description: 'Local-storage key of the client state.' }),
    clientDefaults: Type.Record(Type.String(), Type.Unknown(), {
      title: 'Client state',
      description: 'The client state a new device begins with.',
    }),
    features: Type.Record(Type.String(), Type.Boolean(), {
      title: 'Features',
      description: 'Optional features, on or off; features.<name> in CEL.',
    }),
    constants: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      title: 'Constants',
      description: 'constants.<name> in CEL and {{constants.<name>}} in texts.',
    }),
    apiBase: object(
      { test: ApiBase, production: ApiBase },
      {
        title: 'API base addresses',
        description:
          'What stands before /api: nothing, a path on the address of the pages, or the https:// address of another host. The server then opens itself to the pages of PUBLIC_URL.',
      },
    ),
    outsideHosts: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$' }), {
        title: 'Outside hosts',
        description: 'Hosts that content may lead to, e.g. www.example.org; a link to any other is an error.',
      }),
    ),
    app: Type.Optional(
      object(
        {
          name: Type.Optional(Type.String({ title: 'Name', description: 'By default the constant brand.', maxLength: 45 })),
          shortName: Type.Optional(
            Type.String({ title: 'Short name', description: 'Under the icon; longer ones are cut.', maxLength: 12 }),
          ),
          start: Type.Optional(Route({ title: 'Start', description: 'The first screen of the installed app; /start by default.' })),
          themeColor: Type.Optional(Color('Colour of the bar above the app.')),
          backgroundColor: Type.Optional(Color('Colour behind the icon while the app starts.')),
        },
        {
          title: 'Installed app',
          description: 'How the app is called and coloured on a home screen; its icons are made from src/icon.svg.',
        },
      ),
    ),
    analytics: Type.Optional(
      object(
        {
          origin: Type.String(),
          script: Type.String(),
          events: Type.Optional(
            object(
              Object.fromEntries(analyticsEvents.map((name) => [name, Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' }))])),
              { title: 'Events', description: 'Token of each event at the provider; an event without one is not sent.' },
            ),
          ),
        },
        { title: 'Analytics', description: 'Origin and script of the analytics SDK; loaded in production only.' },
      ),
    ),
  },
  { title: 'Settings', description: 'What holds for the whole product.' },
);
export type Settings = Static<typeof Settings>;

/** The texts of a language: nested objects of strings, with i18next's placeholders and plural suffixes. */
export const Locale = Type.Object(
  { $schema: SchemaRef },
  {
    title: 'Locale',
    description: 'Words of one language and namespace, nested by key.',
    additionalProperties: Type.Unknown({ 'x-meta': 'words' }),
  },
);
