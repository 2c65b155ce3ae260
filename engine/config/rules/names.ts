import type { Rule, Rules } from './rule.ts';

/** A reference to something that is not there; all of them read alike. */
const unknown = <const Title extends string>(title: Title, where: string) =>
  ({
    severity: 'error',
    title: `There is no such ${title}`,
    why: `The name must be that of ${where}. Nothing would happen, or the screen would break, where it is used.`,
    fixable: true,
  }) as const satisfies Rule;

/** Names: each leads to something that code has registered or a file has. */
export const nameRules = {
  'unknown-widget': unknown('widget', 'a widget that code has registered; /test shows them all'),
  'unknown-block': unknown('block', 'a block that code has registered'),
  'unknown-operation': unknown('operation', 'an operation of the API'),
  'unknown-effect': unknown('effect', 'an effect that the server has registered'),
  'unknown-client-event': unknown('client event', 'an event that the browser has registered'),
  'unknown-form': unknown('form', 'a file in schemas/forms'),
  'unknown-screen': unknown('screen', 'a file in flows/screens'),
  'unknown-flow': unknown('flow', 'a file flows/<id>.flow.json'),
  'unknown-enum': unknown('enum', 'a file in schemas/enums'),
  'unknown-life-cycle': unknown('life cycle', 'a file in flows/lifecycles'),
  'unknown-document': unknown('document', 'a file in locales/<language>/documents'),
  'unknown-error': unknown('error', 'a code of flows/errors.json'),
  'unknown-normaliser': unknown('normaliser', 'a normaliser of the engine'),
  'unknown-time-zone': unknown('time zone', 'a zone of the IANA database, e.g. Asia/Tokyo'),
  'unknown-currency': unknown('currency', 'a currency by its ISO 4217 code, e.g. JPY'),
  'unknown-route': {
    severity: 'error',
    title: 'A route that no screen serves',
    why: 'Who taps it lands on "not found". Routes and aliases of screens count; a query may follow.',
    fixable: true,
  },
  'unknown-reference': {
    severity: 'error',
    title: 'A $ref that leads nowhere',
    why: 'It is a path from this file to one in schemas/enums or schemas/formats; without it the field accepts anything.',
    fixable: true,
  },
  'unknown-field': {
    severity: 'error',
    title: 'A field that does not exist',
    why: 'The form, the answer of the operation or the object has no field of this name.',
    fixable: true,
  },
  'unknown-code': {
    severity: 'error',
    title: 'An outcome with a code that its enum does not have',
    why: 'It has no label, so the person would read the code instead of words.',
    fixable: true,
  },
  'unknown-reason': {
    severity: 'error',
    title: 'A field is sent back for a reason that may not be given there',
    why: 'The person would read the id of the reason instead of words, or words that do not fit the field.',
    fixable: true,
  },
  'unknown-state': {
    severity: 'error',
    title: 'A state that the life cycle does not have',
    why: 'The event would lead nowhere, and fail when it comes.',
    fixable: true,
  },
  'unknown-input': {
    severity: 'error',
    title: 'An input that the operation does not take',
    why: 'The API refuses what it does not know, or would ignore it.',
    fixable: true,
  },
  'missing-input': {
    severity: 'error',
    title: 'An input that the operation needs is missing',
    why: 'The API would refuse every call.',
  },
  'not-repeatable': {
    severity: 'error',
    title: 'A call that waits for a connection and may not be repeated',
    why: 'A call that waited is sent again when its answer was lost, and what it does would be done twice.',
  },
  'not-a-read': {
    severity: 'error',
    title: 'An answer that is kept, of a call that changes something',
    why: 'What is kept on the device stands for what the server would say if it were asked. A call that changes something is no question.',
  },
  'unknown-session-value': {
    severity: 'error',
    title: 'A value that the session does not have',
    why: 'It would be kept where no expression can read it.',
    fixable: true,
  },
  'unknown-local-value': {
    severity: 'error',
    title: 'A value that the screen does not declare',
    why: 'An action may set what stands in "local" of its screen; anything else would be lost.',
    fixable: true,
  },
  'duplicate-route': {
    severity: 'error',
    title: 'Two screens on one path',
    why: 'Only one of them could ever be opened. Parameters count alike: `/a/:x` and `/a/:y` are one path.',
  },
  'missing-answer': {
    severity: 'error',
    title: 'Code reads an answer that no form asks',
    why: 'The operation or effect cannot work without it. Keep the field, or change the code first.',
  },
  'missing-error': {
    severity: 'error',
    title: 'Code refuses with an error that the catalogue does not have',
    why: 'Whoever meets it would be told nothing. Keep the code in flows/errors.json, or change the code that gives it first.',
  },
  'missing-document': {
    severity: 'error',
    title: 'A document is missing',
    why: 'It is filled or shown in a language in which it does not exist.',
  },
  'unused-enum': {
    severity: 'warning',
    afterErrors: true,
    title: 'An enum that nothing uses',
    why: 'Its labels are translated and looked after for nothing. Remove it, or refer to it.',
  },
  'unused-format': {
    severity: 'warning',
    afterErrors: true,
    title: 'A format that nothing uses',
    why: 'Whoever changes it would wait for an effect that never comes. Remove it, or refer to it.',
  },
  'unused-form': {
    severity: 'warning',
    afterErrors: true,
    title: 'A form that nothing asks',
    why: 'No step, screen or other file names it, and no code reads its answers. Remove it, or ask it.',
  },
  'unused-document': {
    severity: 'warning',
    afterErrors: true,
    title: 'A document that nothing shows',
    why: 'No block, widget or code names it. Remove it, or show it.',
  },
} as const satisfies Rules;
