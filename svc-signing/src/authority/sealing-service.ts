/** A sealing identity whose key is at a remote signing service (CSC API v2.0). */
import { createHash, X509Certificate } from 'node:crypto'
import type { SignatureAlgorithm } from '@inkproof/pdf-signing/digital-id'
import { createAuthorizationGuard } from './authorization-guard.ts'
import { type CscClient, CscFailure, createCscClient } from './csc-client.ts'
import { readChain } from './pem.ts'
import { openRemoteId } from './remote-id.ts'
import { readSecret, readSetting, type SealingSource, type Secret } from './sealing-source.ts'
import { SERVICE_ID_PROBLEMS, serviceError } from './service-problems.ts'

export type ServiceSettings = {
  url: string
  credential: string
  client: string
  /** Path of a file with the secret of the OAuth 2.0 client. */
  secretFile: string
  /** Of the credential, if it has one. */
  pin: Secret | undefined
  /** Path of a PEM file with the certificates that the service does not return, up to the root. */
  chainFile: string | undefined
}

const ALGORITHMS: Readonly<Record<SignatureAlgorithm, string>> = {
  'rsa-sha256': '1.2.840.113549.1.1.11',
  'ecdsa-sha256': '1.2.840.10045.4.3.2',
}

export function serviceSource(
  settings: ServiceSettings,
  now: () => Date,
  timeoutMs?: number,
): SealingSource {
  const clients = new Map<string, CscClient>()
  const withPin = createAuthorizationGuard(now)

  function clientFor(clientSecret: string): CscClient {
    const { client: clientId, credential, url } = settings
    const known = clients.get(clientSecret)
    if (known) return known
    const created = createCscClient({ clientId, clientSecret, credential, url }, timeoutMs)
    clients.clear()
    clients.set(clientSecret, created)
    return created
  }

  return {
    read: async () => {
      const secretText = await readSetting('SEALING_SERVICE_SECRET_FILE', settings.secretFile)
      const secret = secretText.toString().replace(/\r?\n$/, '')
      const pin = settings.pin && (await readSecret(settings.pin))
      const issuers = await readChain(settings.chainFile)
      const client = clientFor(secret)
      const own = await certificatesOf(client)
      const certificates = [...own, ...issuers]
      const digest = createHash('sha256')
      for (const part of [secret, pin ?? '', ...certificates.map(({ raw }) => raw)])
        digest.update(createHash('sha256').update(part).digest())
      return {
        digest: digest.digest('hex'),
        open: () =>
          openRemoteId({
            certificates,
            signDigest: (value, algorithm) =>
              withPin(pin, () => client.sign(value, ALGORITHMS[algorithm], pin)),
            problems: SERVICE_ID_PROBLEMS,
            toOperatorError,
          }),
      }
    },
  }
}

async function certificatesOf(client: CscClient): Promise<X509Certificate[]> {
  try {
    const all = await client.certificates()
    return all.map(parseCertificate)
  } catch (error) {
    throw toOperatorError(error)
  }
}

function parseCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (error) {
    throw new CscFailure('no-response', 'a certificate is damaged', { cause: error })
  }
}

function toOperatorError(error: unknown): unknown {
  return error instanceof CscFailure ? serviceError(error) : error
}
