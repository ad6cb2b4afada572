/** A sealing identity whose key is in a PKCS#11 token: a hardware security module or a smart card. */
import { createHash, X509Certificate } from 'node:crypto'
import type { CheckedId } from '@inkproof/pdf-signing/checked-id'
import { digestInfo } from '@inkproof/pdf-signing/digest-signer'
import { readChain } from './pem.ts'
import type { TokenKey } from './pkcs11-uri.ts'
import { openRemoteId } from './remote-id.ts'
import { readSecret, type SealingSource, type Secret } from './sealing-source.ts'
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
      const issuers = await readChain(settings.chainFile)
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

function openToken({ tool, withPin, pin, issuers, own }: OpenToken): Promise<CheckedId> {
  return openRemoteId({
    certificates: own ? [new X509Certificate(own), ...issuers] : issuers,
    signDigest: (digest, algorithm) =>
      algorithm === 'ecdsa-sha256'
        ? withPin(pin, () => tool.sign('ECDSA', digest, pin))
        : withPin(pin, () => tool.sign('RSA-PKCS', digestInfo(digest), pin)),
    problems: TOKEN_ID_PROBLEMS,
    toOperatorError,
  })
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toOperatorError(error)
  }
}

function toOperatorError(error: unknown): unknown {
  return error instanceof TokenFailure ? tokenError(error) : error
}
