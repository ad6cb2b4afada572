/** A sealing identity whose key is in a PKCS#11 token: a hardware security module or a smart card. */
import { createHash, X509Certificate } from 'node:crypto'
import { type CheckedId, checkedId, requireSupportedKey } from '@inkproof/pdf-signing/checked-id'
import { digestInfo, digestSigner } from '@inkproof/pdf-signing/digest-signer'
import type { DigitalId } from '@inkproof/pdf-signing/digital-id'
import { SigningError, UnusableId } from '@inkproof/pdf-signing/errors'
import { StartRefused } from '@inkproof/service-kit/dependency'
import { certificatesInPem } from './pem.ts'
import type { TokenKey } from './pkcs11-uri.ts'
import {
  readSecret,
  readSetting,
  type SealingSource,
  SealUnavailable,
  type Secret,
} from './sealing-source.ts'
import { createPinGuard, type WithPin } from './token-pin.ts'
import { TOKEN_ID_PROBLEMS, tokenError } from './token-problems.ts'
import { createTokenTool, TokenFailure, type TokenTool } from './token-tool.ts'

export type TokenSettings = {
  key: TokenKey
  pin: Secret
  /** Path of a PEM file with the certificates that the token does not contain, up to the root. */
  chainFile: string | undefined
  /** Environment variables for the module. */
  variables: Record<string, string>
}

export function tokenSource(
  settings: TokenSettings,
  tool = createTokenTool(settings),
): SealingSource {
  const withPin = createPinGuard(tool)
  return {
    read: async () => {
      const pin = await readSecret(settings.pin)
      const issuers = settings.chainFile === undefined ? [] : await readChain(settings.chainFile)
      const own = await inWords(() => tool.readCertificate())
      const digest = createHash('sha256')
      for (const part of [pin, ...issuers.map(({ raw }) => raw), own ?? ''])
        digest.update(createHash('sha256').update(part).digest())
      return {
        digest: digest.digest('hex'),
        open: () => openToken({ tool, withPin, pin, issuers, own }),
      }
    },
  }
}

type OpenToken = {
  tool: TokenTool
  withPin: WithPin
  pin: string
  issuers: X509Certificate[]
  own: Uint8Array | null
}

async function openToken({ tool, withPin, pin, issuers, own }: OpenToken): Promise<CheckedId> {
  try {
    const certificate = own ? new X509Certificate(own) : issuers[0]
    if (!certificate) throw new UnusableId('no-certificate')
    requireSupportedKey(certificate)
    const sign = digestSigner(certificate, (digest) =>
      certificate.publicKey.asymmetricKeyType === 'ec'
        ? withPin(pin, () => tool.sign('ECDSA', digest, pin))
        : withPin(pin, () => tool.sign('RSA-PKCS', digestInfo(digest), pin)),
    )
    const id = await checkedId(sign, [certificate], issuers)
    return { ...id, sign: waiting(sign) }
  } catch (error) {
    // A key of another type returns an error of the module instead of a signature.
    const code = error instanceof SigningError ? 'wrong-key' : undefined
    const unusable = code ? new UnusableId(code, undefined, { cause: error }) : error
    if (!(unusable instanceof UnusableId)) throw asWords(error)
    const sentence = TOKEN_ID_PROBLEMS[unusable.code]?.(unusable) ?? unusable.code
    throw new StartRefused(sentence, { cause: error })
  }
}

/** While documents are sealed, every failure of the token is one that they wait for. */
function waiting(sign: DigitalId['sign']): DigitalId['sign'] {
  return async (bytes) => {
    try {
      return await sign(bytes)
    } catch (error) {
      const { message } = asWords(error) as Error
      throw new SealUnavailable(message, { cause: error })
    }
  }
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asWords(error)
  }
}

function asWords(error: unknown): unknown {
  return error instanceof TokenFailure ? tokenError(error) : error
}

/** @throws StartRefused */
async function readChain(path: string): Promise<X509Certificate[]> {
  const text = (await readSetting('SEALING_CHAIN_FILE', path)).toString()
  const certificates = certificatesInPem(text)
  if (!certificates)
    throw new StartRefused(
      'the file of SEALING_CHAIN_FILE is no list of certificates in PEM; convert it with openssl x509',
    )
  return certificates
}
