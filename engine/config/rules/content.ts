import type { Rules } from './rule.ts';

/** Content: banners, announcements, guides, videos, questions, links. */
export const contentRules = {
  'unknown-content': {
    severity: 'error',
    title: 'A block names content that no file defines',
    why: 'The block would show nothing.',
  },
  'unknown-notice': {
    severity: 'error',
    title: 'A notice replaces an SMS that nothing sends',
    why: 'Its title and text would never appear, and the message centre would show the words of the SMS instead.',
    fixable: true,
  },
  'unknown-item': {
    severity: 'error',
    title: 'A link names an item that the content does not have',
    why: 'The linked screen would say that it found nothing. Somebody removed or renamed the item, or it is misspelt.',
    fixable: true,
  },
  'unknown-picture': {
    severity: 'error',
    title: 'Content names a drawing that the app does not have',
    why: 'The app would show an empty space.',
  },
  'unknown-topic': {
    severity: 'error',
    title: 'An item has a topic that its file does not list',
    why: 'The app shows items by topic, so it would never show this one.',
  },
  'no-such-day': {
    severity: 'error',
    title: 'A date does not exist in the calendar',
    why: 'The app cannot compare it with the current date.',
  },
  'distant-day': {
    severity: 'warning',
    title: 'A date is far from all others',
    why: 'Its year is probably mistyped: a product offered from 2052 instead of 2025 is offered to nobody.',
    lowerable: true,
  },
  'never-shown': {
    severity: 'error',
    title: 'An item ends before it starts',
    why: 'Nobody would ever see the item.',
  },
  'two-ways': {
    severity: 'error',
    title: 'An item leads to two places',
    why: 'One tap can open only one place.',
  },
  'idle-label': {
    severity: 'error',
    title: 'A button without an action has a label',
    why: 'The app does not show the button.',
  },
  'bad-link': {
    severity: 'error',
    title: 'A link out of the app is not a plain https address',
    why: 'People must see where a link takes them: no user names, no ports, no unencrypted connection.',
  },
  'unknown-host': {
    severity: 'error',
    title: 'A link leads to a host that the settings do not list',
    why: 'A misspelt host can belong to somebody else.',
  },
  'missing-captions': {
    severity: 'error',
    title: 'A video has no captions in an offered language',
    why: 'People who cannot hear it, or have the sound off, would miss what it says.',
  },
  'video-type': {
    severity: 'error',
    title: 'A video has the type of another format',
    why: 'Browsers choose a source by its type, and cannot play a file of another format.',
  },
} as const satisfies Rules;
