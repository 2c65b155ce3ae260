import type { Rules } from './rule.ts';

/** Flows, life cycles, decision tables, settings. */
export const flowRules = {
  'duplicate-form': {
    severity: 'error',
    title: 'Two steps ask for the same form',
    why: 'Answers are stored by form, so completing the first step would also complete the second.',
  },
  'no-answers-to-take': {
    severity: 'error',
    title: 'A flow begins with answers that the other flow does not ask',
    why: 'The answers are taken over by form, so both flows must ask at least one form, and a flow cannot begin with its own.',
  },
  'unknown-list': {
    severity: 'error',
    title: '"forEach" does not name a list',
    why: '"forEach" names a list that an earlier step of the flow asks for, as <form>.<field>. It needs "maxItems", which limits the number of steps.',
  },
  'unfit-step': {
    severity: 'error',
    title: 'A step cannot be asked for each item of a list',
    why: 'Facts and checks belong to the person, not to an item, and a review confirms everything at once.',
  },
  'item-route': {
    severity: 'error',
    title: 'The route of a step does not fit "forEach"',
    why: 'Each item has its own URL. ":item" in the route stands for the item\'s number.',
  },
  'sub-flow-twice': {
    severity: 'error',
    title: 'A sub-flow is used twice',
    why: 'Answers are stored by form and a screen belongs to one flow, so a sub-flow can be used only once.',
  },
  'unused-sub-flow': {
    severity: 'warning',
    afterErrors: true,
    title: 'No flow names a sub-flow',
    why: 'Nobody reaches its steps. Name it as "subFlow" in a flow, or delete the file.',
  },
  'step-without-screen': {
    severity: 'error',
    title: 'The screen of a step does not show the flow',
    why: 'The screen at the step\'s route needs "flow" with the id of the flow. Without it, there is no "next".',
  },
  'read-too-early': {
    severity: 'error',
    title: 'Code reads an answer that nobody has given yet',
    why: 'The check of a step, or the operation at the end of a flow, needs answers of this flow. Without them it refuses everybody.',
  },
  'impossible-reaction': {
    severity: 'error',
    title: 'The reaction to an error contradicts it',
    why: 'The status, the reaction and its field or delay determine how the app continues after an error. They must agree.',
  },
  'wrong-format': {
    severity: 'error',
    title: 'A value is shown in the wrong unit',
    why: 'Names end in their unit: Cents are amounts, Ppm are percents, Days and Minutes are numbers. People would read a hundred times the amount, or nothing at all.',
  },
  'repeated-value': {
    severity: 'error',
    title: 'Two rows of a list show one value',
    why: 'A row was copied and its value was not changed, so a name is shown next to the wrong value.',
  },
  'step-form': {
    severity: 'warning',
    title: 'The screen of a step does not show its form',
    why: 'People would answer another form, and the step would never be done.',
  },
  'layout-without-flow': {
    severity: 'warning',
    title: 'A screen shows progress without a flow',
    why: 'The layout "step" counts the steps of a flow, so it needs one.',
  },
  'screen-without-step': {
    severity: 'error',
    title: 'A screen names a flow but has no step in it',
    why: 'No step of the flow leads to the screen, so it would show neither form nor progress.',
  },
  'guest-step': {
    severity: 'error',
    title: "A guest's step cannot work as written",
    why: 'A guest answers one form and nothing else: the step needs a form, and cannot be optional, be checked by the server or wait for a fact. Use "when" to ask only some people.',
  },
  'guest-screen': {
    severity: 'error',
    title: "A screen of a guest's step does not fit",
    why: 'The guest\'s screen needs no login and shows only the form of the step: it must not read data of the customer. The customer\'s screen shows the block "invitation" and not the form.',
  },
  'left-final': {
    severity: 'error',
    title: 'A final state has events',
    why: 'Nothing can follow a final state, and code relies on that. Remove the events or "final".',
  },
  'open-final': {
    severity: 'error',
    title: 'A final state is open',
    why: 'Nothing leaves a final state, so its owner could never start another subject.',
  },
  'no-open-state': {
    severity: 'error',
    title: 'A life cycle has no open state',
    why: 'Code allows one open subject for each owner. If no state has "open": true, it allows any number; if one in the middle lacks it, the owner can begin another subject there.',
  },
  'unreachable-state': {
    severity: 'error',
    afterErrors: true,
    title: 'No event leads to a state',
    why: 'Nothing can ever be in it. Remove the state, or add an event that leads to it.',
  },
  'state-without-exit': {
    severity: 'error',
    afterErrors: true,
    title: 'A state has no exit',
    why: 'It is not final, so whatever enters it stays there forever.',
  },
  'state-never-ends': {
    severity: 'error',
    afterErrors: true,
    lowerable: true,
    title: 'A state leads to no final state',
    why: 'Its events form a cycle that never reaches a final state.',
  },
  'untaken-event': {
    severity: 'error',
    title: 'No state accepts an event that code sends',
    why: 'The server would refuse it whenever it happens.',
  },
  'unsent-event': {
    severity: 'error',
    afterErrors: true,
    title: 'Nothing sends an event',
    why: 'It never happens, so what follows from it never happens either. Correct the name, or remove the event until code sends it.',
  },
  'unhandled-event': {
    severity: 'error',
    afterErrors: true,
    title: 'A state says nothing about an event that code sends',
    why: 'It would be lost there. A state that is not final accepts each event that code sends, or lists it under "refuses".',
  },
  'refused-and-taken': {
    severity: 'error',
    title: 'A state accepts an event that it refuses',
    why: 'The event happens although it is listed under "refuses".',
  },
  'unlike-targets': {
    severity: 'warning',
    title: 'An event leads to different states',
    why: 'Code sends an event for one reason, whatever the state is. A different target is usually a mistake.',
    lowerable: true,
  },
  'misplaced-effect': {
    severity: 'error',
    title: 'An effect belongs to another event',
    why: 'It books money or grants something, which happens once and at this event only.',
  },
  'missing-effect': {
    severity: 'error',
    title: 'An event lacks an effect that must happen with it',
    why: 'Money would move without being booked, or something would stay reserved, granted or waiting although its cause is over.',
  },
  'no-default': {
    severity: 'error',
    title: 'A decision table has no default',
    why: 'The last row must match everybody. Otherwise some people would get no decision.',
  },
  'unknown-outcome': {
    severity: 'error',
    title: 'Code does not handle an outcome of a decision table',
    why: 'The server would refuse an outcome that it does not know.',
    fixable: true,
  },
  'early-default': {
    severity: 'error',
    title: 'A default is not the last row of its table',
    why: 'The first matching row wins, so the rows after a row without "when" are never reached.',
  },
  'duplicate-code': {
    severity: 'error',
    title: 'A code occurs twice in an enum',
    why: 'People would see the same choice twice.',
    fixable: true,
  },
  'unknown-language': {
    severity: 'error',
    title: 'The default language is not offered',
    why: 'People must be able to choose the default language.',
    fixable: true,
  },
  'malformed-contact': {
    severity: 'error',
    title: 'An email address, URL or phone number is invalid',
    why: 'Texts show it, and people who use it would reach nobody.',
  },
  'unknown-palette': {
    severity: 'error',
    title: 'A theme uses a palette that the stylesheets do not define',
    why: 'People who choose this theme would see the colours of another one.',
    fixable: true,
  },
  'unknown-theme': {
    severity: 'error',
    title: 'The default theme does not exist',
    why: '"theme" is the position of an entry in "themes", starting at 1.',
  },
  'retry-status': {
    severity: 'error',
    title: 'A retryable error has a non-retryable status',
    why: 'Clients retry only after 429 and 503. Other statuses mean that a retry is useless, or that the client made a mistake.',
    lowerable: true,
  },
} as const satisfies Rules;
