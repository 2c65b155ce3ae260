import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Ref, Route, SchemaRef } from './annotations.ts';

const Color = (description: string) => Type.String({ title: 'Colour', description, pattern: '^#[0-9a-fA-F]{6}$' });

/** The analytics events. */
const analyticsEvents = ['screenViewed', 'stepViewed', 'stepCompleted', 'checkFailed'] as const;

/** Allows plain HTTP only for localhost. */
const ApiBase = Type.String({
  pattern: '^((https://[a-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1))(:[0-9]{1,5})?)?(/[A-Za-z0-9/_-]*)?$',
});

/** A constant whose value comes from another file. */
const FromFile = object({
  from: Type.String({
    title: 'From',
    description: 'The file that defines the value, and the place in it, e.g. flows/retention.json#/unsentDays.',
    pattern: '^(flows|schemas)/[A-Za-z0-9_./-]+\\.json#(/[^/#]+)+$',
    maxLength: 200,
  }),
});

export const SettingsFile = object(
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
            minShare: Type.Optional(
              Type.Integer({
                title: 'Offered in part (%)',
                description:
                  'The share of texts that the language must have. The others are shown in a fallback. Documents that people agree to are never replaced. Without it, every text must be there.',
                minimum: 1,
                maximum: 99,
              }),
            ),
            fallback: Type.Optional(
              Type.Array(Type.String(), {
                title: 'Fallback',
                description: 'Fallback languages for missing texts, in this order. The default language is always the last one.',
                uniqueItems: true,
                maxItems: 5,
              }),
            ),
          }),
          {
            title: 'Offered',
            description: 'Languages that people can choose. A missing key in one of them is an error, unless it is offered in part.',
            minItems: 1,
          },
        ),
        prepared: Type.Optional(
          Type.Array(Type.String(), {
            title: 'Prepared',
            description: 'Languages with texts that are not offered yet. The linter reports how complete they are.',
          }),
        ),
        translationLocale: Type.String({ title: 'Default translation locale' }),
      },
      { title: 'Languages' },
    ),
    timeZone: Type.String({
      title: 'Time zone',
      description: 'IANA time zone for counting days and showing times, e.g. Asia/Tokyo.',
    }),
    currency: Type.String({ title: 'Currency', description: 'ISO 4217 code of the currency of all amounts, e.g. JPY.' }),
    device: object(
      {
        mobileMarkers: Type.Array(Type.String(), {
          title: 'Mobile markers',
          description: 'A user agent that contains one of these gets the mobile layout.',
        }),
      },
      { title: 'Device' },
    ),
    clickGuardMs: Type.Integer({
      title: 'Click guard (ms)',
      description: 'Debounce: a second click on the same action within this time does nothing. 0 turns it off.',
      anyOf: [{ const: 0 }, { minimum: 100, maximum: 10_000 }],
    }),
    theme: Type.Integer({
      title: 'Theme number',
      description: 'Number of the initial theme on a new device, starting at 1.',
      minimum: 1,
    }),
    themes: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Themes',
        description: 'Palettes in the order of their theme numbers. The name of each is common.themes.<palette>.',
        minItems: 1,
      }),
    ),
    storageKey: Type.String({ title: 'Core key', description: 'Local-storage key of the client state.' }),
    clientDefaults: Type.Record(Type.String(), Type.Unknown(), {
      title: 'Client state',
      description: 'Initial client state of a new device.',
    }),
    features: Type.Record(Type.String(), Type.Boolean(), {
      title: 'Features',
      description: 'Optional features, on or off; features.<name> in CEL.',
    }),
    constants: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), FromFile]), {
      title: 'Constants',
      description:
        'constants.<name> in CEL and {{constants.<name>}} in texts. A figure that another file decides is taken from there: { "from": "<file>#<JSON pointer>" }.',
    }),
    apiBase: object(
      { test: ApiBase, production: ApiBase },
      {
        title: 'API base addresses',
        description:
          "Prefix of /api: empty, a path on the pages' host, or the https:// address of another host. With another host, the server allows requests from PUBLIC_URL (CORS).",
      },
    ),
    outsideHosts: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$' }), {
        title: 'Outside hosts',
        description: 'Hosts to which content may link, e.g. www.example.org. A link to any other host is an error.',
      }),
    ),
    embed: Type.Optional(
      object(
        {
          flows: Type.Array(Ref('flow'), { title: 'Flows', description: 'The flows that these sites may show.', minItems: 1 }),
          origins: Type.Array(Type.String(), {
            title: 'Origins',
            description:
              'Exact origins, e.g. https://partner.example. http://localhost with a port is for development; production ignores it.',
            maxItems: 50,
          }),
        },
        { title: 'Embedding', description: 'Other sites whose pages may show a flow in a frame. Without it, no page can be framed.' },
      ),
    ),
    app: Type.Optional(
      object(
        {
          name: Type.Optional(
            Type.String({ title: 'Name', description: 'Name of the app, by default the constant brand.', maxLength: 45 }),
          ),
          shortName: Type.Optional(
            Type.String({ title: 'Short name', description: 'Name under the icon. Longer names are cut off.', maxLength: 12 }),
          ),
          start: Type.Optional(Route({ title: 'Start', description: 'The first screen of the installed app; /start by default.' })),
          themeColor: Type.Optional(Color('Colour of the bar above the app.')),
          backgroundColor: Type.Optional(Color('Colour behind the icon while the app starts.')),
        },
        {
          title: 'Installed app',
          description: 'Name and colours of the installed app. Its icons are made from src/icon.svg.',
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
              { title: 'Events', description: "The provider's token for each event. Events without one are not sent." },
            ),
          ),
        },
        { title: 'Analytics', description: 'Origin and script of the analytics SDK; loaded in production only.' },
      ),
    ),
  },
  { title: 'Settings', description: 'Settings of the whole product.' },
);
/** Settings as in their file. */
export type WrittenSettings = Static<typeof SettingsFile>;
/** Settings with the values of all constants. */
export type Settings = Omit<WrittenSettings, 'constants'> & { constants: Record<string, string | number | boolean> };

/** The texts of a language: nested objects of strings, with i18next's placeholders and plural suffixes. */
export const Locale = Type.Object(
  { $schema: SchemaRef },
  {
    title: 'Locale',
    description: 'Texts of one language and namespace, nested by key.',
    additionalProperties: Type.Unknown({ 'x-meta': 'words' }),
  },
);
