import type { OpenForm, OpenRelease } from '../../../engine/compiler/index.ts';
import { FlowClient } from '../../../engine/scenario/client.ts';
import { NotOnScreen, type Beginning, type ScreenHost, type Screens, type Standing } from '../../../engine/scenario/index.ts';
import { messageOf, shownTexts } from '../../../engine/scenario/texts.ts';

/** Screens as they would be: the sessions of the browser without a browser, so that what walks on them is tried in milliseconds. */
export function memoryHost(release: OpenRelease): ScreenHost & { begun: Beginning[]; left: number } {
  const host = {
    begun: [] as Beginning[],
    left: 0,
    patienceMs: 0,
    begin: async (beginning: Beginning) => {
      host.begun.push(beginning);
      return screensOf(release, beginning, () => (host.left += 1));
    },
    close: async () => {},
  };
  return host;
}

/** A hand cannot write this on any keyboard. */
export const unwritable = '\u0007';

function screensOf(release: OpenRelease, { id, flow: flowId, today, language }: Beginning, leave: () => void): Screens {
  const flow = release.flows[flowId];
  if (!flow) throw new Error(`There is no flow ${flowId}`);
  const forms = Object.values(release.forms);
  let client = new FlowClient({
    flow,
    modules: Object.fromEntries(forms.map(({ module }) => [module.id, module])),
    definitions: Object.fromEntries(forms.map(({ module, schema, ui }) => [module.id, { schema, ui }])),
    around: { today, session: { phone: '9170000000' }, constants: release.settings.constants, features: release.settings.features },
  });
  const form = () => release.forms[client.form.id] as OpenForm;
  return {
    route: async () => flow.steps.find((step) => step.id === client.at)?.route ?? '/done',
    open: async (route) => void client.open(route),
    back: async () => void client.back(),
    next: async () => void client.next(),
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
    standing: async () => ({
      step: client.position.step?.id,
      path: client.position.path.map((step) => step.id),
      answers: client.stored as Standing['answers'],
      masked: client.stored as Standing['masked'],
    }),
    picture: async () => `${id}.png`,
    leave: async () => leave(),
  };
}
