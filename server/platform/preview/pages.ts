import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../engine/config/settings.ts';
import { type Bundle, createWords, regionOf } from '../../../engine/texts/words.ts';
import type { Deps } from '../deps.ts';
import { type Html, html, plainPage } from '../http/html.ts';
import { partJson } from '../release/partJson.ts';
import type { LoadedRelease } from '../release/types.ts';

/** A page of the preview itself. Its words are those of the block `preview`, which the studio translates. */
export type PreviewPage = 'noLink' | 'wayGone' | 'soon' | 'nothingYet' | 'ended' | 'entering';

interface Words {
  lang: string;
  word: (name: string) => string | undefined;
}

const known = new WeakMap<object, Promise<Words>>();

/** A calm page with a title and a sentence, in the language of the studio. */
export async function previewPage(deps: Pick<Deps, 'applications' | 'settings'>, page: PreviewPage, more?: Html): Promise<string> {
  const release = deps.applications.find(({ name }) => name === 'studio')?.releases.active();
  const source = release ?? deps.settings;
  const reading = known.get(source) ?? (release ? wordsOf(release) : wordsOfFiles(deps.settings.configDir));
  known.set(source, reading);
  reading.catch(() => known.delete(source));
  const { lang, word } = await reading;
  return plainPage(
    word(`${page}Title`) ?? '',
    html`<p>${word(`${page}Text`) ?? ''}</p>
      ${more}`,
    { lang, isCalm: true },
  );
}

const localeOf = ({ languages: { offered, default: language } }: Pick<Settings, 'languages'>): string =>
  offered.find(({ code }) => code === language)?.locale ?? language;

/** The words of a block travel with the screens that show it. */
async function wordsOf(release: LoadedRelease): Promise<Words> {
  const { settings, screens } = release.manifest;
  const language = settings.languages.default;
  const parts = new Set(Object.values(screens).flatMap(({ texts }) => texts[language] ?? []));
  const words = createWords(regionOf(settings));
  for (const bundle of await Promise.all([...parts].map((part) => partJson<Bundle>(release, part)))) words.add(language, bundle);
  return { lang: localeOf(settings), word: (name) => words.text({ language }, `common.blocks.preview.${name}`) };
}

/** The sandbox world runs only what customers see, so it has no release of the studio. */
async function wordsOfFiles(configDir: string): Promise<Words> {
  const read = async <Content>(path: string) => JSON.parse(await readFile(join(configDir, 'studio', path), 'utf8')) as Content;
  const settings = await read<Pick<Settings, 'languages'>>('flows/settings.json');
  const { blocks } = await read<{ blocks: { preview: Record<string, string> } }>(`locales/${settings.languages.default}/common.json`);
  return { lang: localeOf(settings), word: (name) => blocks.preview[name] };
}
