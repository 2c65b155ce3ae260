import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptSafeJson } from '../../server/platform/web/html.ts';
import { asModules } from '../../tools/asModules.ts';
import { codeSplitting, compileHints } from '../../tools/chunks.ts';
import { eagerReact } from '../../tools/eagerReact.ts';
import { unusedI18next } from '../../tools/unusedI18next.ts';
import viteConfig from '../../vite.config.ts';
import { compileOrThrow } from '../compile/release.ts';
import { readProject, withWords } from '../project.ts';
import { buildPage, distFolder, pageFolder, type Size, sizes } from './build.ts';
import { formId, formSources, formWords } from './configuration.ts';
import { type Field, generateFields } from './fields.ts';

/** Compiles the shipped configuration with the generated form on its own screen. */
export async function compileForm(fields: readonly Field[]) {
  const words = formWords(fields);
  const project = Object.entries(words).reduce((files, [namespace, more]) => withWords(files, namespace, more), readProject());
  return compileOrThrow([...project, ...formSources(fields)]);
}

/** Our page: the bundle, the form's parts, and the HTML as the server writes it, with the JSON of the parts and a hint for their module. */
async function buildSize(size: Size): Promise<void> {
  const { manifest, parts } = await compileForm(generateFields(size));
  const form = manifest.forms[formId];
  const screen = manifest.screens[formId];
  const texts = [manifest.commonTexts['en'], screen?.texts['en']].filter((name) => name !== undefined);
  if (!form?.wholeForm || texts.length < 2) throw new Error('The release lacks the generated form.');
  const address = (name: string) => `/${pageFolder('hakbang', size)}/parts/${name}`;
  const json = (name: string) => JSON.parse(parts.get(name)?.body ?? 'null') as unknown;
  const boot = {
    form: formId,
    definition: json(form.definition),
    module: address(form.module),
    wholeForm: address(form.wholeForm),
    texts: texts.map(json),
  };
  await buildPage({
    peer: 'hakbang',
    size,
    entry: new URL('../peers/hakbang.tsx', import.meta.url),
    alias: viteConfig.resolve?.alias ?? {},
    codeSplitting,
    plugins: [unusedI18next(), eagerReact(), asModules(), compileHints()],
    head: `<link rel="modulepreload" href="${boot.module}"><link rel="stylesheet" href="/${pageFolder('hakbang', size)}/app.css">`,
    body: `<script type="application/json" id="boot">${scriptSafeJson(boot)}</script>`,
  });
  const folder = join(distFolder, pageFolder('hakbang', size), 'parts');
  mkdirSync(folder);
  for (const name of [form.module, form.wholeForm]) writeFileSync(join(folder, name), parts.get(name)?.body ?? '');
}

/** Builds our pages in every size. */
export async function buildHakbang(): Promise<void> {
  for (const size of sizes) await buildSize(size);
}
