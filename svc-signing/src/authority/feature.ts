/** The installation's authority: it issues digital IDs and time-stamps, and publishes its CRLs. */
import { signingAuthorityCalls } from '@inkproof/protocol/calls/signing-authority'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { Config } from '../config.ts'
import { configuration, runtime } from '../platform/feature.ts'
import { type Authority, createAuthority, issuingCrl } from './authority.ts'
import { readAuthoritySetting } from './read-setting.ts'
import { containerSource } from './sealing-container.ts'
import { openSealingIdentity } from './sealing-identity.ts'
import { createSealingMonitor } from './sealing-monitor.ts'
import { serviceSource } from './sealing-service.ts'
import type { SealingSource } from './sealing-source.ts'
import { tokenSource } from './sealing-token.ts'

export type { Authority } from './authority.ts'

/** How long a published CRL is used again. */
const PUBLISHED_MS = 60 * 60_000

const SEALING_SETTINGS = [
  'SEALING_CERTIFICATE',
  'SEALING_PASSPHRASE',
  'SEALING_PASSPHRASE_FILE',
  'SEALING_CHAIN_FILE',
  'SEALING_MODULE_VARIABLES',
  'SEALING_SERVICE_URL',
  'SEALING_SERVICE_CREDENTIAL',
  'SEALING_SERVICE_CLIENT',
  'SEALING_SERVICE_SECRET_FILE',
] as const

export const authorityFeature = defineFeature({
  name: 'authority',
  needs: {
    ...from(configuration, 'SIGNING_AUTHORITY', 'TIME_STAMP_URLS', 'PUBLIC_ORIGIN'),
    ...from(configuration, ...SEALING_SETTINGS),
    ...from(runtime, 'now', 'log', 'metrics'),
  },
  create: ({
    SIGNING_AUTHORITY,
    TIME_STAMP_URLS,
    PUBLIC_ORIGIN,
    now,
    log,
    metrics,
    ...settings
  }) => {
    const read = () => readAuthoritySetting(SIGNING_AUTHORITY, PUBLIC_ORIGIN, now())
    const installation = read()
    const source = sealingSource(settings, now)
    const sealing = source && openSealingIdentity(source, now)
    const authority: Authority = createAuthority({
      installation,
      name: new URL(PUBLIC_ORIGIN).host,
      timeStampUrls: TIME_STAMP_URLS,
      sealing,
      now,
    })
    let published = { at: 0, crl: new Uint8Array() as Uint8Array }
    const publishedCrl = async () => {
      const at = now()
      if (at.getTime() - published.at >= PUBLISHED_MS)
        published = { at: at.getTime(), crl: await issuingCrl(installation, at) }
      return published.crl
    }
    const job = {
      name: 'signing-authority',
      prepare: async () => undefined,
      /** Fails once a certificate has expired. */
      check: async () => void read(),
      close: async () => undefined,
    }
    const calls = implement(signingAuthorityCalls, {
      showRootCrl: () => installation.rootCrl,
      showIssuingCrl: publishedCrl,
      showRootCertificate: () => installation.root,
    })
    return {
      provides: { authority },
      calls,
      jobs: sealing
        ? [job, createSealingMonitor({ identity: sealing, log, registry: metrics.registry })]
        : [job],
    }
  },
})

type SealingVariables = Pick<Config, (typeof SEALING_SETTINGS)[number]>

function sealingSource(settings: SealingVariables, now: () => Date): SealingSource | undefined {
  const { SEALING_CERTIFICATE, SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE } = settings
  const secret =
    SEALING_PASSPHRASE_FILE === undefined
      ? { text: SEALING_PASSPHRASE ?? '' }
      : { file: SEALING_PASSPHRASE_FILE }
  const { SEALING_CHAIN_FILE: chainFile } = settings
  if (settings.SEALING_SERVICE_URL !== undefined)
    return serviceSource(
      {
        url: settings.SEALING_SERVICE_URL,
        credential: settings.SEALING_SERVICE_CREDENTIAL ?? '',
        client: settings.SEALING_SERVICE_CLIENT ?? '',
        secretFile: settings.SEALING_SERVICE_SECRET_FILE ?? '',
        pin: 'text' in secret && secret.text === '' ? undefined : secret,
        chainFile,
      },
      now,
    )
  if (SEALING_CERTIFICATE === undefined) return undefined
  if ('file' in SEALING_CERTIFICATE)
    return containerSource({ certificateFile: SEALING_CERTIFICATE.file, passphrase: secret })
  return tokenSource({
    key: SEALING_CERTIFICATE.token,
    pin: secret,
    chainFile,
    variables: settings.SEALING_MODULE_VARIABLES,
  })
}
