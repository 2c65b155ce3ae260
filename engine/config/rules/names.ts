import type { Rule, Rules } from './rule.ts';

/** A rule about a reference to something that does not exist. */
const unknown = <const Title extends string>(title: Title, where: string) =>
  ({
    severity: 'error',
    title: `There is no such ${title}`,
    why: `The name must be that of ${where}. Otherwise nothing happens where it is used, or the screen breaks.`,
    fixable: true,
  }) as const satisfies Rule;

/** Names: code must register what they refer to, or a file must define it. */
export const nameRules = {
  'unknown-widget': unknown('widget', 'a widget that code has registered (/test shows all of them)'),
  'unknown-block': unknown('block', 'a block that code has registered'),
  'unknown-operation': unknown('operation', 'an operation of the API'),
  'unknown-effect': unknown('effect', 'an effect that the server has registered'),
  'unknown-lookup': unknown('lookup', 'a list that the server has registered'),
  'unknown-client-event': unknown('client event', 'an event that the browser has registered'),
  'unknown-form': unknown('form', 'a file in schemas/forms'),
  'unknown-screen': unknown('screen', 'a file in flows/screens'),
  'unknown-flow': unknown('flow', 'a file flows/<id>.flow.json'),
  'unknown-enum': unknown('enum', 'a file in schemas/enums'),
  'unknown-life-cycle': unknown('life cycle', 'a file in flows/lifecycles'),
  'unknown-decision-table': unknown('decision table', 'a file in flows/decisions'),
  'unknown-step': unknown('step', 'a step of the flow'),
  'unknown-life-cycle-event': unknown('event', 'an event of the life cycle'),
  'unknown-document': unknown('document', 'a file in locales/<language>/documents'),
  'unknown-error': unknown('error', 'a code in flows/errors.json'),
  'unknown-normaliser': unknown('normaliser', 'a normaliser of the engine'),
  'unknown-icon': unknown('icon', 'a line drawing of the engine or the product'),
  'unknown-purpose': unknown('purpose', 'one under which a field of a form stores files'),
  'unknown-choice': unknown('choice', 'one of the values that the block knows'),
  'unknown-time-zone': unknown('time zone', 'a zone of the IANA database, e.g. Asia/Tokyo'),
  'unknown-locale': {
    severity: 'error',
    title: 'There is no such language or locale',
    why: 'Numbers, amounts and dates would be written as in another language, or the app would not start. A locale is a BCP 47 tag of the language, with a hyphen: `en-PH`.',
    fixable: true,
  },
  'unknown-currency': unknown('currency', 'a currency by its ISO 4217 code, e.g. JPY'),
  'unknown-route': {
    severity: 'error',
    title: 'A route leads to no screen',
    why: 'A tap on it shows "not found". A route or alias of a screen is valid, with or without a query.',
    fixable: true,
  },
  'unknown-reference': {
    severity: 'error',
    title: 'A $ref cannot be resolved',
    why: 'It is a relative path from this file to a file in schemas/enums or schemas/formats. Without it, the field accepts anything.',
    fixable: true,
  },
  'unknown-field': {
    severity: 'error',
    title: 'A field does not exist',
    why: "The form, the operation's response or the object has no field with this name.",
    fixable: true,
  },
  'unknown-code': {
    severity: 'error',
    title: 'An outcome uses a code that its enum does not have',
    why: 'The code has no label, so people would see the code itself.',
    fixable: true,
  },
  'unknown-reason': {
    severity: 'error',
    title: 'A field cannot be sent back for this reason',
    why: 'People would see the id of the reason, or a text that does not fit the field.',
    fixable: true,
  },
  'unknown-state': {
    severity: 'error',
    title: 'The life cycle does not have this state',
    why: 'The event would fail when it occurs.',
    fixable: true,
  },
  'unknown-input': {
    severity: 'error',
    title: 'The operation does not have this input',
    why: 'The API refuses or ignores unknown inputs.',
    fixable: true,
  },
  'missing-input': {
    severity: 'error',
    title: 'A required input of the operation is missing',
    why: 'The API would refuse every call.',
  },
  'not-repeatable': {
    severity: 'error',
    title: 'A call that waits for a connection is not repeatable',
    why: 'The device sends a queued call again if it did not receive the response. The call would then take effect twice.',
  },
  'not-a-read': {
    severity: 'error',
    title: 'The device keeps the response of a call that changes data',
    why: 'The device uses a kept response instead of asking the server. That is only valid for calls that read.',
  },
  'unknown-session-value': {
    severity: 'error',
    title: 'The session does not have this value',
    why: 'No expression could read it.',
    fixable: true,
  },
  'unknown-local-value': {
    severity: 'error',
    title: 'The screen does not declare this value',
    why: 'An action can only set the values in "local" of its screen. Anything else is lost.',
    fixable: true,
  },
  'duplicate-route': {
    severity: 'error',
    title: 'Two screens have the same path',
    why: 'People could open only one of them. Parameter names do not matter: `/a/:x` and `/a/:y` are one path.',
  },
  'server-path': {
    severity: 'error',
    title: 'The server itself answers this path',
    why: 'Nobody could open the screen. Paths such as /api, /dev and /desk belong to the server and to other applications.',
  },
  'inexact-origin': {
    severity: 'error',
    title: 'A site that may embed a flow is no exact origin',
    why: 'Browsers compare origins character by character. A path never matches, and a wildcard would admit sites that nobody has checked.',
    fixable: true,
  },
  'same-address': {
    severity: 'warning',
    title: 'Two entries share one place',
    why: 'Two steps or tabs on one screen cannot be told apart, and of two query values stored under one name, one is lost.',
  },
  'back-to-itself': {
    severity: 'warning',
    title: 'The back arrow leads to its own screen',
    why: 'People could not leave the screen. "backTo" names the screen before it.',
  },
  'session-needed': {
    severity: 'warning',
    title: 'A public screen calls an operation that needs a session',
    why: 'People without a session would see a refusal, or the screen was never meant for everybody.',
  },
  'login-needs-session': {
    severity: 'warning',
    title: 'The way to a session needs a session',
    why: 'People without a session are sent away from the screen, so nobody could log in.',
  },
  'unread-query': {
    severity: 'warning',
    title: 'A link sends a query that the screen does not read',
    why: 'The screen would open without the value, for example without the item that it should show.',
    fixable: true,
  },
  'unstored-result': {
    severity: 'warning',
    title: 'An action does not store what its operation gives',
    why: 'What follows relies on the value, such as the token of a session.',
    fixable: true,
  },
  'hidden-rule': {
    severity: 'warning',
    title: 'A navigation rule never applies',
    why: 'The first rule that matches applies, and an earlier one always matches first.',
  },
  'rule-circle': {
    severity: 'warning',
    title: 'Navigation rules send people in a circle',
    why: 'No screen would ever open.',
  },
  'missing-answer': {
    severity: 'error',
    title: 'Code reads an answer that no form asks for',
    why: 'The operation or effect does not work without it. Keep the field, or change the code first.',
  },
  'missing-error': {
    severity: 'error',
    title: 'Code fails with an error that is not in the catalogue',
    why: 'People would see no message. Keep the code in flows/errors.json, or first change the code that uses it.',
  },
  'missing-document': {
    severity: 'error',
    title: 'A document is missing',
    why: 'Code fills it, or a screen shows it, in a language in which it does not exist.',
  },
  'unused-enum': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing uses an enum',
    why: 'Its labels cost translation for nothing. Remove it, or refer to it.',
  },
  'unused-format': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing uses a format',
    why: 'Changing it has no effect. Remove it, or refer to it.',
  },
  'unused-form': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing asks for a form',
    why: 'No step, screen or other file names it, and no code reads its answers. Remove it, or use it.',
  },
  'unused-document': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing shows a document',
    why: 'No block, widget or code names it. Remove it, or show it.',
  },
} as const satisfies Rules;
