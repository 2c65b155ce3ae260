import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useEngine } from '../../engine-context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { InvitationOptions, states } from './definition.ts';

/** The answer of invitations.get. */
interface InvitationState {
  state: (typeof states)[number];
  name: string;
  maskedPhone: string;
  at?: string;
  expiresAt?: string;
}

const tones: Readonly<Record<InvitationState['state'], string>> = {
  none: 'info',
  sent: 'info',
  opened: 'info',
  done: 'success',
  declined: 'warning',
  expired: 'warning',
};

/** The customer's side of a step that a guest answers. */
export const Invitation = observer(function Invitation({ block }: { block: BlockValue & InvitationOptions }) {
  const invitation = useScope().cel(block.invitation) as InvitationState | undefined;
  return invitation ? <Shown {...invitation} /> : null;
});

const Shown = observer(function Shown({ state, name, maskedPhone, at, expiresAt }: InvitationState) {
  const { screen } = useScope();
  const { t } = useText();
  const { status, held } = useFocusOn(state);
  const word = (key: string) => t(`common.blocks.invitation.${key}`, { name, phone: maskedPhone, at, until: expiresAt });
  return (
    <section className="invitation" {...held}>
      <p className="invitation-who">
        <b>{name}</b> <span>{maskedPhone}</span>
      </p>
      <output ref={status} tabIndex={-1} className={`notice notice-${tones[state]}`}>
        <span className="notice-body">
          <b className="notice-title">{word(state)}</b>
          <span>{word(`${state}Text`)}</span>
        </span>
      </output>
      {screen.flow?.session.snapshot.closed !== true && <Buttons state={state} word={word} />}
    </section>
  );
});

/** Moves the focus to the status if a new state removes the focused button. */
function useFocusOn(state: string) {
  const status = useRef<HTMLOutputElement>(null);
  const isHeld = useRef(false);
  const before = useRef(state);
  useLayoutEffect(() => {
    const isLost = before.current !== state && isHeld.current && document.activeElement === document.body;
    before.current = state;
    if (isLost) status.current?.focus({ preventScroll: true });
  }, [state]);
  // React fires no event for an element that it removes, so the mark stays.
  const held = { onFocus: () => void (isHeld.current = true), onBlur: () => void (isHeld.current = false) };
  return { status, held };
}

function Buttons({ state, word }: { state: InvitationState['state']; word: (key: string) => string }) {
  const { screen, guard } = useScope();
  const { call, navigate } = useEngine();
  const [busy, setBusy] = useState<string>();
  /** The first button stays while its purpose changes: it keeps the focus, and a second tap does not hit the new purpose. */
  const [places, setPlaces] = useState({ first: {}, withdraw: {} });
  const { flow, host } = screen;
  const step = flow?.session.flow.steps.find(({ route }) => route === screen.loaded.definition.route);
  if (!flow || !step) return null;

  const run = async (name: string, work: () => Promise<void>) => {
    if (busy !== undefined) return;
    setBusy(name);
    try {
      await work();
    } catch (error) {
      host.react(error, { retry: () => void run(name, work) });
    } finally {
      setBusy(undefined);
    }
  };
  const operate = async (operation: 'invitations.send' | 'invitations.withdraw') => {
    await call(operation, { flow: flow.session.flow.id, step: step.id });
    host.done(operation);
  };
  const goOn = async () => {
    await flow.refresh();
    const { position } = flow.session;
    navigate((position.step ?? position.path.at(-1))?.route ?? step.route);
  };
  const withdraw = async () => {
    if (!(await host.confirm(word('withdrawSure'), word('withdraw')))) return;
    await operate('invitations.withdraw');
    // People may want to send again right away, so the tap guard lets the button pass.
    setPlaces({ ...places, first: {} });
  };
  const button = (key: string, tone: 'primary' | 'secondary' | 'quiet', work: () => Promise<void>) => {
    const place = key === 'withdraw' ? key : 'first';
    return (
      <Button key={place} tone={tone} wide busy={busy === key} onClick={() => guard(places[place]) && void run(key, work)}>
        {word(key)}
      </Button>
    );
  };
  if (state === 'done') return <div className="form-actions">{button('next', 'primary', goOn)}</div>;
  // A guest who declined is not asked again. Another number starts a new invitation.
  if (state === 'declined') return null;
  const isOpen = state === 'sent' || state === 'opened';
  return (
    <div className="form-actions">
      {isOpen
        ? button('again', 'secondary', () => operate('invitations.send'))
        : button('send', 'primary', () => operate('invitations.send'))}
      {isOpen && button('withdraw', 'quiet', withdraw)}
    </div>
  );
}
