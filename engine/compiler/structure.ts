import type { Analysis } from './analysis.ts';
import { placeOf, type Located } from './diagnostics.ts';
import { checkCarriedAnswers } from './forms/carriedAnswers.ts';
import { checkConditionsAndRules } from './forms/conditions.ts';
import { checkFieldValues } from './forms/fieldValues.ts';
import { checkKeywords } from './forms/keywords.ts';
import { checkLayouts } from './forms/layouts.ts';
import { checkRefusals } from './forms/refusals.ts';
import { checkAccess } from './names/access.ts';
import { checkAddresses } from './names/addresses.ts';
import { checkBlocks } from './names/blocks.ts';
import { checkCalls } from './names/calls.ts';
import { checkChoices } from './names/choices.ts';
import { checkComputedAddresses } from './names/computedAddresses.ts';
import { checkContentItems } from './names/contentItems.ts';
import { checkErrors } from './names/errors.ts';
import { checkFlows } from './names/flows.ts';
import { checkDays, checkRanges } from './names/ranges.ts';
import { checkQueries } from './names/queries.ts';
import { checkReferences } from './names/references.ts';
import { checkReliance } from './names/reliance.ts';
import { checkRoutes } from './names/routes.ts';
import { checkSettings } from './names/settings.ts';
import { checkUnits } from './names/units.ts';
import { checkUnused } from './names/unused.ts';
import { checkShownCodes } from './names/shownCodes.ts';
import { checkTables } from './names/tables.ts';
import { checkExpressions } from './scopes/expressions.ts';
import { checkGiven } from './names/withdrawn.ts';
import { checkStored, checkWrites } from './names/writes.ts';
import type { Memo } from './memo.ts';
import type { Project } from './project/project.ts';
import { checkSeverities } from './severities.ts';

/**
 * The structure is every file except texts. Most edits change either the structure or the texts, so the checks of each rerun only when it
 * changes.
 *
 * @returns the same object until a file of the structure changes, appears or disappears
 */
export function structureOf(project: Project, memo: Memo): object {
  const documents = project.entries.map(({ document }) => document);
  // Files refer to documents, so it matters which exist. Their text does not.
  const texts = project.documents.map(({ document: { path } }) => path);
  return memo.of('structure', [project.brokenIn(''), ...texts, ...documents], () => ({}));
}

/**
 * Runs every check of the structure beyond the shape of a file. No check reports what another one covers, so one mistake gives one finding.
 */
export function checkStructure(analysis: Analysis): Located[] {
  const tables = checkTables(analysis);
  const unknownNames = checkReferences(analysis);
  const unknownAt = new Set(unknownNames.map(placeOf));
  return [
    ...checkSeverities(analysis.project),
    ...unknownNames,
    ...checkReliance(analysis),
    ...checkRoutes(analysis),
    ...checkBlocks(analysis),
    ...checkCalls(analysis),
    ...checkWrites(analysis),
    ...checkStored(analysis),
    ...checkAccess(analysis),
    ...checkAddresses(analysis),
    ...checkComputedAddresses(analysis),
    ...checkQueries(analysis),
    ...checkContentItems(analysis),
    ...checkChoices(analysis),
    ...checkShownCodes(analysis),
    ...checkErrors(analysis),
    ...checkUnits(analysis),
    ...checkFlows(analysis),
    // Findings of a kind about unknown names are only guesses.
    ...tables.found.filter((each) => !unknownAt.has(placeOf(each))),
    ...checkUnused(analysis, tables.askedFor),
    ...checkKeywords(analysis),
    ...checkDays(analysis),
    ...checkRanges(analysis),
    ...checkGiven(analysis),
    ...checkSettings(analysis),
    ...checkLayouts(analysis),
    ...checkFieldValues(analysis),
    ...checkCarriedAnswers(analysis),
    ...checkRefusals(analysis),
    ...checkConditionsAndRules(analysis),
    ...checkExpressions(analysis),
  ];
}
