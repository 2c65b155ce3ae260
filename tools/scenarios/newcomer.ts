import type { Page } from 'playwright';
import { NotOnScreen, type Beginning, type Scene } from '../../engine/cli/index.ts';
import type { FormUi } from '../../engine/config/formUi.ts';
import { registerByApi, type ApiBorrower } from '../../tests/e2e/support/api.ts';
import { readConfiguration } from '../../tests/e2e/support/fill.ts';
import { onboarding } from '../../tests/e2e/support/journey.ts';
import { indebtedBorrower, repay } from '../../tests/e2e/support/money.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';

type Answers = Readonly<Record<string, unknown>>;

/** A new person's page, and its server. */
export interface Place {
  server: RunningServer;
  page: Page;
  /** Called before the server's clock moves. */
  movesDay: () => void;
}

interface Settings {
  storageKey: string;
  languages: { offered: { code: string; name: string }[] };
}

export const settings = readConfiguration<Settings>('flows/settings.json');

/** Chooses the language on the first screen. */
export async function chooseLanguage(page: Page, { language }: Pick<Scene, 'language'>): Promise<void> {
  const offered = settings.languages.offered.find(({ code }) => code === language);
  await page.goto('/start');
  await page.getByRole('button', { name: offered?.name ?? '', exact: true }).click();
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Flows that a new borrower cannot reach, with the borrower who can. */
const whoGetsTo: Readonly<Record<string, (place: Place) => Promise<ApiBorrower>>> = {
  changeBank: ({ server, page }) => settledBorrower(page, server),
};

/** Whether a beginning needs more than a registered number. */
export const needsPast = ({ flow, done }: Beginning): boolean => done.length > 0 || flow in whoGetsTo;

/** Creates a borrower with a past through the API, without screens. */
export async function withPast(place: Place, beginning: Beginning): Promise<ApiBorrower> {
  const { server, page } = place;
  await chooseLanguage(page, beginning);
  const borrower = await (whoGetsTo[beginning.flow]?.(place) ?? registerByApi(page.request, server));
  for (const done of beginning.done) await save(borrower, done, beginning);
  await borrower.enter(page.context());
  return borrower;
}

async function save(borrower: ApiBorrower, { step, answers }: Beginning['done'][number], { phone, today }: Beginning): Promise<void> {
  const form = onboarding.steps.find(({ id }) => id === step)?.form;
  const own = form === undefined ? {} : await withPhotos(borrower, form, withOwnNumber(answers ?? {}, phone, borrower.phone));
  const saved = await (answers ? borrower.saveStep(step, own) : borrower.skipStep(step));
  if (saved.ok()) return;
  const { problems = [], code } = (await saved.json()) as { code: string; problems?: { path: string; code: string }[] };
  const said = problems.map((problem) => `${problem.path} ${problem.code}`).join(', ') || code;
  throw new NotOnScreen(`On ${today} nobody can pass the step "${step}" with these answers: ${said}.`);
}

/** Uploads new photos. A removed answer stays empty. */
async function withPhotos(borrower: ApiBorrower, form: string, answers: Answers): Promise<Record<string, unknown>> {
  const { fields } = readConfiguration<FormUi>(`schemas/forms/${form}.ui.json`);
  const own: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(answers)) {
    const purpose = fields[field]?.['ui:widget'] === 'photo' ? fields[field]['ui:options']?.['purpose'] : undefined;
    if (value !== '' && value !== null) own[field] = typeof purpose === 'string' ? await borrower.upload(purpose) : value;
  }
  return own;
}

/** Replaces the phone number that a scenario calls its own with the actual one. */
export const withOwnNumber = <Value>(value: Value, meant: string, own: string): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${meant}"`, `"${own}"`)) as Value;

/** A borrower who has repaid a loan. */
export async function settledBorrower(page: Page, server: RunningServer): Promise<ApiBorrower> {
  const borrower = await indebtedBorrower(page, server);
  await repay(server, borrower);
  return borrower;
}
