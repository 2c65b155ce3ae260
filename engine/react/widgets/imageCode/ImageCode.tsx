import type { Challenge } from 'altcha-lib';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { controlAttributes } from '../attributes.ts';

interface ImageChallenge {
  challengeId: string;
  /** A `data:` URL. */
  image: string;
  /** The puzzle that accompanies the typed characters. */
  proofOfWork: Challenge;
  /** The longer puzzle that replaces them. */
  proofAlone: Challenge;
}

interface Answer {
  challengeId: string;
  answer?: string;
  proof?: string;
}

type Proof = 'none' | 'working' | 'failed';

interface Options {
  /** The operation that returns a challenge. */
  op?: string;
}

/**
 * A CAPTCHA: characters from a picture while the phone solves a puzzle, or a longer puzzle alone for people who cannot see it. The
 * characters are valid only with the puzzle's solution.
 */
export const ImageCode = observer(function ImageCode({ field }: { field: FieldHandle<Options> }) {
  const { challenge, failed, renew, reload } = useChallenge(field);
  const answer = field.value as Answer | undefined;
  const [proof, setProof] = useState<Proof>('none');
  const solving = useRef<AbortController>(undefined);
  useEffect(() => () => solving.current?.abort(), []);

  // A challenge allows one attempt. After the answer was cleared or refused, a new picture is needed.
  const answered = useRef(false);
  useEffect(() => {
    if (answered.current && answer === undefined) renew();
    answered.current = answer !== undefined;
  }, [answer, renew]);
  const { problem } = field;
  const refused = problem !== undefined && answer !== undefined && answer.challengeId === challenge?.challengeId;
  useEffect(() => {
    if (refused) reload();
  }, [refused, reload]);
  /** An answer to an old picture, and its problem, stay visible until the new one is answered. */
  const current = answer?.challengeId === challenge?.challengeId ? answer : undefined;

  const solveInstead = async () => {
    if (!challenge) return;
    solving.current?.abort();
    solving.current = new AbortController();
    setProof('working');
    try {
      const { solve } = await import('./proofOfWork.ts');
      field.set({ challengeId: challenge.challengeId, proof: await solve(challenge.proofAlone, solving.current.signal) });
      setProof('none');
    } catch {
      setProof('failed');
    }
  };
  const parallelProof = useProof(challenge);
  const answerWith = (text: string, solved: string | undefined) =>
    challenge && text !== ''
      ? { challengeId: challenge.challengeId, answer: text.replace(/\s/g, ''), ...(solved === undefined ? {} : { proof: solved }) }
      : undefined;
  const type = (text: string) => field.set(answerWith(text, parallelProof));
  // The puzzle can finish after the last character was typed.
  const typed = current?.answer;
  const { set } = field;
  const isUnproven = typed !== undefined && current?.proof === undefined && parallelProof !== undefined;
  useEffect(() => {
    if (isUnproven && challenge) set({ challengeId: challenge.challengeId, answer: typed, proof: parallelProof });
  }, [isUnproven, challenge, typed, parallelProof, set]);

  if (current?.proof !== undefined && typed === undefined) {
    return (
      <output className="photo-status" data-tone="success">
        <Icon name="check" />
        {field.word('imageCode.proven')}
      </output>
    );
  }
  return (
    <div className="image-code">
      <div className="image-code-picture">
        {challenge ? (
          <img src={challenge.image} alt={field.word('imageCode.picture')} />
        ) : (
          <span className="skeleton-line skeleton-block" />
        )}
        <Button tone="quiet" icon="refresh" onClick={renew}>
          {field.word('imageCode.another')}
        </Button>
      </div>
      {failed && <p role="alert">{field.word('imageCode.notLoaded')}</p>}
      <Entry field={field} value={typed ?? ''} onType={type} />
      {typed !== undefined && <ProofStatus field={field} isSolved={parallelProof !== undefined} />}
      <Button tone="quiet" busy={proof === 'working'} off={!challenge || field.locked} onClick={() => void solveInstead()}>
        {field.word(proof === 'working' ? 'imageCode.proving' : 'imageCode.cannotSee')}
      </Button>
      {proof === 'failed' && <p role="alert">{field.word('imageCode.notProven')}</p>}
    </div>
  );
});

const Entry = observer(function Entry({ field, value, onType }: { field: FieldHandle; value: string; onType: (text: string) => void }) {
  const { id, name: _name, 'aria-describedby': _describedBy, ...attributes } = controlAttributes(field);
  return (
    <input
      className="control"
      type="text"
      id={`${id}-entry`}
      inputMode="text"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      aria-label={field.word('imageCode.entry')}
      {...attributes}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  );
});

const ProofStatus = ({ field, isSolved }: { field: FieldHandle; isSolved: boolean }) => (
  <output className="photo-status" {...(isSolved ? { 'data-tone': 'success' } : {})}>
    {isSolved && <Icon name="check" />}
    {field.word(isSolved ? 'imageCode.checked' : 'imageCode.checking')}
  </output>
);

/** Solves the puzzle in the background while the person types. */
function useProof(challenge: ImageChallenge | undefined): string | undefined {
  const [solved, setSolved] = useState<{ challengeId: string; proof: string }>();
  useEffect(() => {
    if (!challenge) return undefined;
    const { challengeId, proofOfWork } = challenge;
    const controller = new AbortController();
    void import('./proofOfWork.ts')
      .then(({ solve }) => solve(proofOfWork, controller.signal))
      .then(
        (proof) => setSolved({ challengeId, proof }),
        () => undefined,
      );
    return () => controller.abort();
  }, [challenge]);
  return solved?.challengeId === challenge?.challengeId ? solved?.proof : undefined;
}

function useChallenge(field: FieldHandle<Options>) {
  const { call } = useEngine();
  const { op: operation = 'auth.imageCode' } = field.options;
  const [challenge, setChallenge] = useState<ImageChallenge>();
  const [failed, setFailed] = useState(false);

  const load = useCallback(
    () =>
      call(operation, {}).then(
        (output) => setChallenge(output as ImageChallenge),
        () => setFailed(true),
      ),
    [call, operation],
  );
  useEffect(() => void load(), [load]);

  const { set } = field;
  const reload = useCallback(() => {
    setChallenge(undefined);
    setFailed(false);
    void load();
  }, [load]);
  const renew = useCallback(() => {
    set(undefined);
    reload();
  }, [set, reload]);
  return { challenge, failed, renew, reload };
}
