import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { browsers } from './state/browser.ts';

const DeviceScope = object(
  {
    android: Type.Boolean(),
    mobile: Type.Boolean(),
    standalone: Type.Boolean({ description: 'Opened from the home screen.' }),
    browser: Type.Enum([...browsers], { description: 'Browser, by how it adds a page to the homescreen; inApp: inside another app.' }),
    canInstall: Type.Boolean({ description: 'The browser can install the app; the event install shows its prompt.' }),
    description: Type.String({ description: 'User agent.' }),
  },
  { title: 'Device' },
);
export type DeviceScope = Static<typeof DeviceScope>;

const Query = Type.Record(Type.String(), Type.String(), { title: 'Query' });

const RouteScope = object(
  {
    path: Type.String({ description: 'Without query.' }),
    name: Type.String({ description: 'Id of the screen.' }),
    noCheck: Type.Boolean({ description: 'Reachable without a session.' }),
    previous: Type.String({ description: 'Previous path; empty on the first screen.' }),
    params: Type.Record(Type.String(), Type.String()),
    query: Query,
  },
  { title: 'Route' },
);
export type RouteScope = Static<typeof RouteScope>;

const text = Type.Optional(Type.String());

/** A session value that the `keep` of a screen's data names. */
export const kept = Type.Optional(
  object({ at: text }, { description: 'When the server last returned the data that this device caches (`keep` of data).' }),
);

/** The values that the login keeps in `session`, in every product. Any value may be absent. */
export const loginSession = {
  customerId: text,
  phone: Type.Optional(Type.String({ description: 'Own number in national format; in memory only.' })),
  language: text,
  invited: Type.Optional(Type.String({ description: 'Token of the invitation that a guest answers.' })),
  returnTo: Type.Optional(Type.String({ description: 'Path of our own to which the next login leads.' })),
  imageCodeRequired: Type.Optional(Type.Boolean()),
  challenge: Type.Optional(
    object({
      challengeId: Type.String(),
      maskedPhone: Type.String(),
      codeLength: Type.Integer(),
      resendAfterSeconds: Type.Integer(),
      expiresInSeconds: Type.Integer(),
    }),
  ),
  publicData: Type.Optional(
    object({
      customerId: text,
      token: text,
      phone_number: text,
      guest: Type.Optional(Type.String({ description: 'The invitation that a guest answers.' })),
    }),
  ),
};

/** Namespaces that expressions of every product may read in addition to answers. */
export const appNamespaces = { device: DeviceScope, route: RouteScope, query: Query };
