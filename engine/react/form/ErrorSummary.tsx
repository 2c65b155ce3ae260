import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { afterPaint } from '../afterPaint.ts';
import { focusField } from './focus.ts';
import { type FormScope, idOfPath, problemText } from './handle.ts';

/** More lines would not work as an overview. Hidden problems appear here as others are fixed. */
const shownAtMost = 20;

/**
 * Lists the problems after Next as links to the fields, as GOV.UK's error summary does. It is announced and focused after each
 * failed attempt. Problems from the server are announced, but the field keeps the focus. Lines disappear as the fields are
 * corrected.
 */
export const ErrorSummary = observer(function ErrorSummary({ scope, attempts }: { scope: FormScope; attempts: number }) {
  const { session, texts, prefix } = scope;
  const box = useRef<HTMLDivElement>(null);
  const problems = attempts > 0 || session.refused ? session.visibleProblems : [];

  useEffect(() => {
    if (attempts === 0) return undefined;
    return afterPaint(() => box.current?.focus());
  }, [attempts]);

  if (problems.length === 0) return null;
  return (
    <div ref={box} className="summary" role="alert" tabIndex={-1}>
      <h2>{texts.t('common.validation.summary', { count: problems.length })}</h2>
      <ul>
        {problems.slice(0, shownAtMost).map((problem) => (
          <li key={`${problem.path} ${problem.code}`}>
            <a
              href={`#${idOfPath(prefix, problem.path)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(idOfPath(prefix, problem.path));
              }}
            >
              {problemText(texts, session, problem)}
            </a>
          </li>
        ))}
      </ul>
      {problems.length > shownAtMost && <p>{texts.t('common.validation.summaryMore', { count: problems.length - shownAtMost })}</p>}
    </div>
  );
});
