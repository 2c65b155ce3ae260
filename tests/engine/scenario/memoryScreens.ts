import type { OpenForm, OpenRelease } from '../../../engine/compiler/index.ts';
import { decide } from '../../../engine/flow/decide.ts';
import { transition } from '../../../engine/flow/lifeCycle.ts';
import { FlowClient } from '../../../engine/scenario/client.ts';
import {
  NotOnScreen,
  type Beginning,
  type Observation,
  type Happening,
  type Scene,
  type ScreenHost,
  type Screens,
  type ScreenReader,
  type FlowProgress,
} from '../../../engine/scenario/index.ts';
import { messageOf, shownTexts } from '../../../engine/scenario/texts.ts';
import { scenarioQuestions } from '../../../server/cli/scenarioQuestions.ts';

/**
 * In-memory screens: the browser's sessions without a browser, so that tests of scenarios take milliseconds.
 *
 * @param said what the screens beside the flow say: they are not rendered here
 */
export function memoryHost(release: OpenRelease, said = ''): ScreenHost & { begun: Beginning[]; left: number } {
  const host = {
    begun: [] as Beginning[],
    left: 0,
    patienceMs: 0,
    begin: async (beginning: Beginning) => {
      host.begun.push(beginning);
      return screensOf(release, beginning, () => (host.left += 1));
    },
    ask: async (question: string, given: object, { today }: Scene): Promise<Observation> => {
      const answer = scenarioQuestions[question]?.({ ...given }, { release, today });
      if (answer === undefined) throw new NotOnScreen(`No screen answers "${question}".`);
      return { answer, screens: sights(said, () => (host.left += 1)) };
    },
    happen: async ({ lifeCycle: id, from, event }: Happening): Promise<Observation> => {
      const { lifeCycle, expressions } = release.lifeCycles[id] ?? absent(id);
      const step = transition(lifeCycle, expressions, from, { name: event });
      const outcome = step.refused === undefined ? { state: step.to } : { isRefused: true };
      return { ...outcome, screens: sights(said, () => (host.left += 1)) };
    },
    close: async () => {},
  };
  return host;
}

const absent = (id: string): never => {
  throw new Error(`There is no life cycle ${id}`);
};

/** Screens that show their own name and a common text. */
function sights(said: string, leave: () => void): ScreenReader {
  let at = '/';
  return {
    route: async () => at,
    open: async (route) => void (at = route),
    text: async () => `This is ${at} ${said}`,
    picture: async () => 'one.png',
    leave: async () => leave(),
  };
}

/** No keyboard can type this. */
export const unwritable = '\u0007';

function screensOf(release: OpenRelease, { id, flow: flowId, today, language, done }: Beginning, leave: () => void): Screens {
  const flow = release.flows[flowId];
  if (!flow) throw new Error(`There is no flow ${flowId}`);
  const forms = Object.values(release.forms);
  let client = new FlowClient({
    flow,
    modules: Object.fromEntries(forms.map(({ module }) => [module.id, module])),
    definitions: Object.fromEntries(forms.map(({ module, schema, ui }) => [module.id, { schema, ui }])),
    around: { today, session: { phone: '9170000000' }, constants: release.settings.constants, features: release.settings.features },
  });
  for (const { step, answers } of done) {
    if (answers) client.answers(flow.steps.find(({ id: name }) => name === step)?.form ?? '', answers).next();
    else client.skip();
    if (client.at === step) throw new NotOnScreen(`Nobody gets past "${step}" on ${today}.`);
  }
  const form = () => release.forms[client.form.id] as OpenForm;
  return {
    route: async () => flow.steps.find((step) => step.id === client.at)?.route ?? '/done',
    open: async (route) => void client.open(route),
    back: async () => void client.back(),
    next: async () => void client.next(),
    skip: async () => void client.skip(),
    answer: async (form, answers) => {
      if (Object.values(answers).includes(unwritable)) throw new NotOnScreen('No key writes it.');
      client.answers(form, answers);
    },
    change: async (field) => void client.change(`${client.form.id}.${field}`),
    offline: async (isOff) => void (isOff ? client.offline() : client.online()),
    otherDevice: async () => void (client = client.otherDevice()),
    today: async (day) => void client.on(day),
    problems: async () =>
      client.asksForm
        ? client.form.visibleProblems.map((problem) => ({
            id: `r1${problem.path.replaceAll('/', '-')}-problem`,
            text: messageOf(release, language, form(), problem) ?? '',
          }))
        : [],
    asked: async () => (client.asksForm ? client.asked() : []),
    locked: async () => client.asked().filter((field) => client.form.locked(field)),
    text: async () => shownTexts(release, language, client.form, form()).join('\n'),
    progress: async () => ({
      step: client.position.step?.id,
      path: client.position.path.map((step) => step.id),
      answers: client.stored as FlowProgress['answers'],
      masked: client.stored as FlowProgress['masked'],
    }),
    sendBack: async (corrections) => {
      if (!client.position.complete) throw new NotOnScreen('Nothing was sent off.');
      for (const { form, field, reason } of corrections) client.sendBack(form, field, reason);
    },
    facts: async () => Promise.reject(new NotOnScreen('Nobody can bring it about.')),
    decision: async (id) => {
      const { table, expressions } = release.decisionTables[id] ?? absent(id);
      return decide(table, expressions, { ...client.submission, ...client.around, facts: client.facts }).outcome;
    },
    picture: async () => `${id}.png`,
    leave: async () => leave(),
  };
}
