import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BlockValue } from '../../../engine/config/screen.ts';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import { isRefusal } from '../../../engine/react/screen/types.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { PasskeyOptions } from './definition.ts';

export const Passkey = observer(function Passkey({ block }: { block: BlockValue & PasskeyOptions }) {
  const { screen, text, run, guard } = useScope();
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { tone = 'secondary', ceremony, challenge, do: action } = block;
  if (!browserSupportsWebAuthn()) return null;

  const begin = async () => {
    const { options } = (await screen.engine.call(challenge, {})) as { options: unknown };
    if (ceremony === 'make') {
      const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
      const { clientDataJSON, attestationObject, transports } = made.response;
      return { ...base(made), response: { clientDataJSON, attestationObject, transports } };
    }
    const used = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
    return { ...base(used), response: used.response };
  };
  const start = async () => {
    if (!guard(block)) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await run(action, { extra: { passkey: await begin() } });
    } catch (error) {
      if (isRefusal(error) && !(error instanceof WebAuthnError)) screen.host.react(error, { retry: () => void start() });
      else setProblem(wordOf(error, ceremony));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="group">
      <Button tone={tone} wide busy={isBusy} onClick={() => void start()}>
        {text(block.text)}
      </Button>
      <output className="field-problem">{problem !== undefined && t(`common.blocks.passkey.${problem}`)}</output>
    </div>
  );
});

/** The parts of a credential that the server reads. Browsers and extensions add more. */
const base = ({ id, rawId, type }: { id: string; rawId: string; type: string }) => ({ id, rawId, type, clientExtensionResults: {} });

/** Why the browser did not create or use a passkey. It does not reveal whether the person refused or the time ran out. */
function wordOf(error: unknown, ceremony: PasskeyOptions['ceremony']): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known';
  return ceremony === 'make' ? 'notMade' : 'notUsed';
}
