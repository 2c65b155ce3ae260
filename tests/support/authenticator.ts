import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A software authenticator as WebAuthn describes it (https://www.w3.org/TR/webauthn-3/). It creates passkeys and signs with them. */
export interface Authenticator {
  make(options: Ceremony, change?: Change): object;
  use(options: Ceremony, change?: Change): object;
  /** A copy with the same keys and counts. */
  clone(): Authenticator;
}

interface Ceremony {
  challenge: string;
}

/** What an attacker or a fault would change. */
export interface Change {
  origin?: string;
  rpId?: string;
  /** Whether it verified the user. */
  isVerified?: boolean;
  userHandle?: string;
}

interface Passkey {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: KeyObject;
  userHandle: string;
  count: number;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

export function createAuthenticator(origin: string, passkeys: Passkey[] = []): Authenticator {
  const clientData = (type: string, { challenge }: Ceremony, { origin: at = origin }: Change) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const flagsOf = ({ isVerified = true }: Change, more = 0) => 0x01 | (isVerified ? 0x04 : 0) | more;
  const authenticatorData = (change: Change, count: number, more?: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const { rpId = new URL(origin).hostname } = change;
    return Buffer.concat([sha256(rpId), Buffer.from([flagsOf(change, more)]), counter, rest]);
  };
  const credential = ({ id }: Passkey, response: Record<string, Buffer | string>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? value : value.toString('base64url')]),
    ),
  });
  return {
    make(options, change = {}) {
      const { user } = options as Ceremony & { user?: { id: string } };
      const passkey: Passkey = {
        id: randomBytes(16),
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
        userHandle: user?.id ?? '',
        count: 1,
      };
      passkeys.push(passkey);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(passkey.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, passkey.id, coseKey(passkey.publicKey)]);
      const authData = authenticatorData(change, passkey.count, 0x40, attested);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return credential(passkey, { clientDataJSON: clientData('webauthn.create', options, change), attestationObject });
    },
    use(options, change = {}) {
      const passkey = passkeys.at(-1);
      if (!passkey) throw new Error('The authenticator has no passkey.');
      passkey.count += 1;
      const data = authenticatorData(change, passkey.count);
      const client = clientData('webauthn.get', options, change);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(passkey.privateKey);
      const { userHandle = passkey.userHandle } = change;
      return credential(passkey, { clientDataJSON: client, authenticatorData: data, signature, userHandle });
    },
    clone: () =>
      createAuthenticator(
        origin,
        passkeys.map((each) => ({ ...each })),
      ),
  };
}

/** A public key of ES256 in COSE (RFC 9053 §7.1.1): `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** The head of a CBOR item (RFC 8949 §3). */
const cborHead = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
