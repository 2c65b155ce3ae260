import { longestFile, studioOperations as operations } from '../../contract/staff/studio.ts';
import { studioGraphOperations } from '../../contract/staff/studioGraph.ts';
import { longestImport, studioWordOperations } from '../../contract/staff/studioWords.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { mayCall } from '../staff/roles.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { studioDecisionOperations } from '../../contract/staff/studioDecisions.ts';
import { conditionReach } from './conditions/reach.ts';
import { backtest } from './decisions/backtest.ts';
import { decisionTableOf, tryDecision } from './decisions/tables.ts';
import { beginChange, changeOf, listChanges, moveChange, renameChange } from './changes.ts';
import { findParts } from './find.ts';
import { listFiles, listTexts, openFile } from './files.ts';
import { changes as migration, tours } from './migration.ts';
import { conditionOf, conditionsOf, graphOf, meaningOf, metaSchemasFor, problemsOf } from './problems.ts';
import { rebaseChange } from './rebase.ts';
import { applicationNames, releasesOf } from './releases.ts';
import { revertFile, saveFile } from './save.ts';
import { wordsAsCsv, wordsAsXliff } from './words/export.ts';
import { readWords } from './words/import.ts';
import { endTour } from './tour.ts';
import { listWords } from './words/list.ts';
import { saveWords } from './words/save.ts';

/** UTF-8 needs up to four bytes for a character. The rest of the request gets 10 kB. */
const bodyLimitBytes = 4 * longestFile + 10_000;

function changes(app: App): void {
  app.addHook('onClose', () => app.deps.compilers.stop());
  staffEndpoint(app, operations['studio.changes'], ({ deps, session, input }) => listChanges(deps, session, input));
  staffEndpoint(app, operations['studio.endTour'], ({ deps, session }) => endTour(deps, session));
  staffEndpoint(app, operations['studio.applications'], async ({ deps }) => ({
    applications: applicationNames(deps).map((name) => ({ name, hash: releasesOf(deps, name).active().hash })),
  }));
  staffEndpoint(app, operations['studio.begin'], ({ deps, session, input }) => beginChange(deps, session, input));
  staffEndpoint(app, operations['studio.change'], ({ deps, session, input }) => changeOf(deps, session, input.id));
  staffEndpoint(app, operations['studio.rename'], ({ deps, session, input }) => renameChange(deps, session, input));
  staffEndpoint(app, operations['studio.abandon'], ({ deps, session, input }) => moveChange(deps, session, input.id, 'abandoned'));
  staffEndpoint(app, operations['studio.restore'], ({ deps, session, input }) => moveChange(deps, session, input.id, 'open'));
  staffEndpoint(app, operations['studio.find'], ({ deps, input }) => findParts(deps, input.id, input.text));
  staffEndpoint(app, operations['studio.files'], ({ deps, input }) => listFiles(deps, input.id));
  staffEndpoint(app, operations['studio.texts'], ({ deps, session, input }) => listTexts(deps, session, input.id), { isLarge: true });
  staffEndpoint(app, operations['studio.file'], ({ deps, session, input }) => openFile(deps, session, input));
  staffEndpoint(app, operations['studio.save'], ({ deps, session, input }) => saveFile(deps, session, input), { bodyLimitBytes });
  staffEndpoint(app, operations['studio.revert'], ({ deps, session, input }) => revertFile(deps, session, input));
  staffEndpoint(app, operations['studio.problems'], ({ deps, input }) => problemsOf(deps, input.id));
  staffEndpoint(app, operations['studio.metaSchemas'], ({ deps, input }) => metaSchemasFor(deps, input.id), { isLarge: true });
  staffEndpoint(app, operations['studio.meaning'], ({ deps, input }) => meaningOf(deps, input.id));
  staffEndpoint(app, operations['studio.rebase'], ({ deps, session, input }) => rebaseChange(deps, session, input));
}

function words(app: App): void {
  staffEndpoint(app, studioWordOperations['studio.words'], ({ deps, session, input }) => listWords(deps, session, input));
  staffEndpoint(app, studioWordOperations['studio.saveWords'], ({ deps, session, input }) => saveWords(deps, session, input), {
    bodyLimitBytes,
  });
  staffEndpoint(app, studioWordOperations['studio.wordsAsCsv'], ({ deps, input, reply }) => wordsAsCsv(deps, input, reply));
  staffEndpoint(app, studioWordOperations['studio.wordsAsXliff'], ({ deps, input, reply }) => wordsAsXliff(deps, input, reply));
  staffEndpoint(app, studioWordOperations['studio.readWords'], ({ deps, session, input }) => readWords(deps, session, input), {
    bodyLimitBytes: 4 * longestImport,
  });
}

function decisions(app: App): void {
  staffEndpoint(app, studioDecisionOperations['studio.decisionTable'], ({ deps, input }) => decisionTableOf(deps, input));
  staffEndpoint(app, studioDecisionOperations['studio.tryDecision'], ({ deps, input }) => tryDecision(deps, input));
  staffEndpoint(app, studioDecisionOperations['studio.backtest'], ({ deps, session, input }) => backtest(deps, session, input));
}

function drawn(app: App): void {
  staffEndpoint(app, studioGraphOperations['studio.graph'], ({ deps, input }) => graphOf(deps, input.id));
  staffEndpoint(app, studioGraphOperations['studio.conditions'], ({ deps, input }) => conditionsOf(deps, input.id));
  staffEndpoint(app, studioGraphOperations['studio.condition'], ({ deps, input }) => conditionOf(deps, input));
  staffEndpoint(app, studioGraphOperations['studio.conditionReach'], ({ deps, session, input }) => conditionReach(deps, session, input));
}

/** Changes of the product: branches off a release that staff edit, compiled in a worker thread alongside the traffic. */
export const changesArea: Area = {
  name: 'changes',
  migrations: [migration, tours],
  routes: [changes, words, decisions, drawn],
  topics: { changes: (deps, { role }) => (mayCall(deps, role, operations['studio.changes']) ? ['changes'] : []) },
};
