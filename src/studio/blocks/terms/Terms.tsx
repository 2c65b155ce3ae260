import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { valueAt } from '../../../../engine/config/valueAt.ts';
import { setValue } from '../../../../engine/merge/index.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { TermField, Terms as Described } from '../../../../server/contract/staff/studioTerms.ts';
import type { FilesSession } from '../../files/session.ts';
import { OpenConflicts } from '../../files/OpenConflicts.tsx';
import { UnsentTexts } from '../../files/UnsentTexts.tsx';
import { UndoBar } from '../../files/UndoBar.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { FileChoice, useFileChoice } from '../../parts/FileChoice.tsx';
import { Disclosure } from '../designer/Disclosure.tsx';
import { FileProperties } from '../designer/FileProperties.tsx';
import { useDesign } from '../designer/useDesign.ts';
import { useAnswer } from '../../parts/useAnswer.ts';
import type { Visit } from '../../parts/useTyped.ts';
import { Costs, type Loan } from './Costs.tsx';
import type { TermsOptions } from './definition.ts';
import { Field } from './Field.tsx';

/** `flows/lending/products/cashLoan.product.json` → cashLoan */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/(\.product)?\.json$/, '');

export const Terms = observer(function Terms({ block }: { block: BlockValue & TermsOptions }) {
  const { cel } = useScope();
  const { t } = useText();
  const session = useFiles(block);
  const matching = (pattern: string) => {
    const expression = new RegExp(String(cel(pattern)));
    return session.files.flatMap(({ path, state }) => (expression.test(path) && state !== 'removed' ? [path] : []));
  };
  const files = matching(block.pattern);
  const all = [...files, ...matching(block.others)];
  const [path, choose] = useFileChoice(all, files.find((each) => each.endsWith('.product.json')) ?? files[0]);
  if (path === undefined)
    return <p className="file-nothing">{t(session.files.length > 0 ? 'common.blocks.terms.none' : 'common.loading')}</p>;
  return (
    <section className="terms">
      <FileChoice label={t('common.blocks.terms.file')} files={all} path={path} nameOf={nameOf} onChoose={choose} />
      {files.includes(path) ? (
        <File key={path} block={block} session={session} path={path} />
      ) : (
        <OtherFile key={path} block={block} session={session} path={path} />
      )}
    </section>
  );
});

/** Another file with amounts and terms. Its properties look as in the inspector. */
const OtherFile = observer(function OtherFile({ block, session, path }: FileProps) {
  const { t } = useText();
  const file = session.find(path);
  useEffect(() => void session.watch(path), [session, path]);
  if (!file || file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  return (
    <>
      <UnsentTexts session={session} />
      <OpenConflicts session={session} />
      {file.state === 'readOnly' ? (
        <p className="file-others">{t('common.blocks.terms.readOnly')}</p>
      ) : (
        <UndoBar session={session} hasState />
      )}
      <Findings problems={(session.problems ?? []).filter((problem) => problem.file === path && problem.pointer === '')} />
      <AllProperties block={block} session={session} path={path} />
    </>
  );
});

const AllProperties = observer(function AllProperties({ block, session, path }: FileProps) {
  const design = useDesign(session, block.metaSchemas);
  return design ? <FileProperties session={session} design={design} path={path} conditionOperation={block.condition} /> : null;
});

interface FileProps {
  block: TermsOptions;
  session: FilesSession;
  path: string;
}

const File = observer(function File({ block, session, path }: FileProps) {
  const { t } = useText();
  const file = session.find(path);
  useEffect(() => void session.watch(path), [session, path]);
  const [loan, setLoan] = useState<Loan>({});
  const described = useTerms(block, session, { path, ...loan });
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.terms.${key}`, values);
  if (!file || file.state === 'loading' || !described) return <p className="file-nothing">{t('common.loading')}</p>;
  const problems = (session.problems ?? []).filter((problem) => problem.file === path);
  const value = parsed(file.text);
  const groups = Map.groupBy(described.fields, ({ group }) => group);
  const pointers = new Set(described.fields.map(({ pointer }) => pointer));
  const rest = problems.filter(({ pointer }) => !pointers.has(pointer));
  const change = async ({ pointer, title }: TermField, next: unknown, visit: Visit | undefined) => {
    const edited = setValue(file.text ?? '', pointer, next);
    const isDone = 'text' in edited && (await session.edit(word('did', { what: title }), [{ file: path, text: edited.text }], visit));
    if (!isDone) session.lose(title, String(next));
  };
  return (
    <>
      <p className="decisions-state">
        <output>
          {session.isChecking || !session.problems
            ? word('checking')
            : problems.length === 0
              ? word('sound')
              : word('found', { count: problems.length })}
        </output>
        <AppLink className="link" to={`/changes/${encodeURIComponent(session.change)}/files?file=${encodeURIComponent(path)}`}>
          {word('openFile', { file: path })}
        </AppLink>
      </p>
      <UnsentTexts session={session} />
      <OpenConflicts session={session} />
      {file.state === 'readOnly' ? <p className="file-others">{word('readOnly')}</p> : <UndoBar session={session} hasState />}
      <Findings problems={rest} />
      <div className="terms-sides">
        <div>
          {[...groups].map(([group, fields]) => (
            <fieldset key={group} className="terms-group">
              <legend>{group === '' ? word('general') : group}</legend>
              {fields.map((field) => (
                <Field
                  key={field.pointer}
                  field={field}
                  value={at(value, field.pointer)}
                  problems={problems.filter(({ pointer }) => pointer === field.pointer)}
                  isReadOnly={!file.mayEdit}
                  onChange={(next, visit) => void change(field, next, visit)}
                />
              ))}
            </fieldset>
          ))}
          <Disclosure className="designer-more" title={word('all')} isOpen={false}>
            {() => <AllProperties block={block} session={session} path={path} />}
          </Disclosure>
        </div>
        {described.loan && <Costs loan={described.loan} onChoose={(chosen) => setLoan({ ...loan, ...chosen })} />}
      </div>
    </>
  );
});

function Findings({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="terms-findings">
      {problems.map(({ severity, message, fix, pointer }) => (
        <li key={`${pointer} ${message}`} className={`finding finding-${severity}`}>
          {message} {fix && <span className="finding-fix">{fix}</span>}
        </li>
      ))}
    </ul>
  );
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}

const at = (value: unknown, pointer: TermField['pointer']): unknown => valueAt(value, pointer.split('/').slice(1));

/** The terms, requested again after each check by the compiler, or when another loan is chosen. */
function useTerms(block: TermsOptions, { change, problems }: FilesSession, asked: { path: string } & Loan): Described | undefined {
  // Each check may be about different values. A file with invalid JSON has no fields for now.
  return useAnswer(block.terms, { id: change, ...asked }, { again: problems, quiet: ['notFound'] }) as Described | undefined;
}
