import { parseArgs } from 'node:util';
import { printFigures } from '../report.ts';
import { measureMistakes } from './mistakes.ts';

const { values } = parseArgs({ options: { json: { type: 'string' }, scenarios: { type: 'boolean', default: false } } });
const began = performance.now();
printFigures(await measureMistakes({ json: values.json, allScenarios: values.scenarios }));
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
