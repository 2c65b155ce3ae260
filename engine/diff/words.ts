import { fileOf, languagesOf, type Language } from '../compiler/locales/words.ts';
import { pointerTo, pointerToPath } from '../compiler/project/document.ts';
import type { Found } from './collect.ts';
import type { Side, Sides } from './side.ts';
import { differences, type Difference } from './tree.ts';

/** Compares texts and documents. */
export function wordChanges(sides: Sides): Found[] {
  return [...localeChanges(sides), ...documentChanges(sides)];
}

/** Compares by key, so a text that only moved to another file is unchanged. */
function localeChanges(sides: Sides): Found[] {
  const [was, now] = [languagesOf(sides.before.project), languagesOf(sides.after.project)];
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((code) => {
    const [old, fresh] = [was.get(code), now.get(code)];
    const namespaces = new Set([...Object.keys(old?.words ?? {}), ...Object.keys(fresh?.words ?? {})]);
    return [...namespaces].flatMap((namespace) =>
      differences(old?.words[namespace] ?? {}, fresh?.words[namespace] ?? {}).flatMap((each) => {
        const [side, language] = each.is === 'removed' ? [sides.before, old] : [sides.after, fresh];
        return language ? found(each, namespace, side, language) : [];
      }),
    );
  });
}

function found({ is, before, after }: Difference, namespace: string, side: Side, language: Language): Found[] {
  const isGone = is === 'removed';
  const path = pointerToPath(isGone ? before : after);
  const place = fileOf(language, namespace, path);
  if (!place) return [];
  return [
    {
      class: 'COPY',
      code: `words-${is}`,
      message: `${language.code}: ${[namespace, ...path].join('.')} ${is === 'added' ? 'is new' : isGone ? 'was removed' : 'changed'}.`,
      why: 'Only texts change. Questions, checks and actions stay the same.',
      side,
      document: place.file.document,
      pointer: place.path.reduce(pointerTo, ''),
      at: isGone || is === 'added' ? 'key' : 'value',
      about: aboutOf(namespace, path[0] ?? '', side),
    },
  ];
}

function aboutOf(namespace: string, first: string, { project }: Side): Found['about'] & object {
  if (namespace === 'forms') return { answers: [first] };
  return namespace === 'screens' && project.get('screen', first) ? { screens: [first] } : {};
}

function documentChanges({ before, after }: Sides): Found[] {
  const key = ({ language, id }: { language: string; id: string }) => `${language}/${id}`;
  const was = new Map(before.project.documents.map((each) => [key(each), each]));
  const now = new Map(after.project.documents.map((each) => [key(each), each]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((name): Found[] => {
    const [old, fresh] = [was.get(name), now.get(name)];
    if (old?.document.text === fresh?.document.text) return [];
    const [side, file] = fresh ? [after, fresh] : [before, old];
    if (!file) return [];
    const what = !fresh ? 'is gone' : old ? 'reads otherwise' : 'is new';
    return [
      {
        class: 'COPY',
        code: 'document-changed',
        message: `${file.language}: the document "${file.id}" ${what}.`,
        why: 'New acceptances refer to this text. Earlier ones are recorded with the hash of the old text.',
        side,
        document: file.document,
        pointer: '',
      },
    ];
  });
}
