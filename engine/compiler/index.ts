export { checkRelease } from './checkRelease.ts';
export { compile, createCompiler } from './compile.ts';
export { loadPart } from './release/loadPart.ts';
export { generateMetaSchemas } from './shape/metaSchemas.ts';
export { checkSource } from './read/checkSource.ts';
export type { ProductCode } from './diagnostics.ts';
export { openRelease, type OpenForm, type OpenRelease } from './release/openRelease.ts';
export { applyEdits, fix } from './fix.ts';
export { rulesOf } from './severities.ts';
