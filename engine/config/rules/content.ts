import type { Rules } from './rule.ts';

/** Content: banners, announcements, guides, films, questions, links. */
export const contentRules = {
  'unknown-content': {
    severity: 'error',
    title: 'A block names content that no file has',
    why: 'Nothing would be shown.',
  },
  'unknown-picture': {
    severity: 'error',
    title: 'Content names a drawing that the app does not have',
    why: 'An empty place would be shown.',
  },
  'unknown-topic': {
    severity: 'error',
    title: 'An item stands under a topic that its file does not list',
    why: 'Items are shown topic by topic: this one would never be.',
  },
  'no-such-day': {
    severity: 'error',
    title: 'A day that the calendar does not have',
    why: 'Whether it has come cannot be told.',
  },
  'never-shown': {
    severity: 'error',
    title: 'Something ends before it begins',
    why: 'Nobody would ever see it.',
  },
  'two-ways': {
    severity: 'error',
    title: 'An item leads to two places',
    why: 'One tap leads to one place.',
  },
  'idle-label': {
    severity: 'error',
    title: 'Words of a button that does nothing',
    why: 'The button is not shown.',
  },
  'bad-link': {
    severity: 'error',
    title: 'A link out of the app that is no plain https address',
    why: 'Whoever follows it must know where they go: no names, no ports, nothing unencrypted.',
  },
  'unknown-host': {
    severity: 'error',
    title: 'A link to a host that the settings do not list',
    why: 'A misspelt host may belong to somebody else.',
  },
  'missing-captions': {
    severity: 'error',
    title: 'A film without captions in a language that is offered',
    why: 'Who cannot hear it, or has the sound off, would miss what it says.',
  },
} as const satisfies Rules;
