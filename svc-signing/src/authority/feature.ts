/** The installation's authority: it issues digital IDs and time-stamps, and publishes its CRLs. */
import { signingAuthorityCalls } from '@inkproof/protocol/calls/signing-authority'
import { implement } from '@inkproof/service-kit/calls/implement'
import type { Dependency } from '@inkproof/service-kit/dependency'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import type { Config } from '../config.ts'
import { configuration, runtime } from '../platform/feature.ts'
import { type Authority, createAuthority, issuingCrl } from './authority.ts'
import { readAuthoritySetting } from './read-setting.ts'
import {
  openSealingIdentity,
  type SealingIdentity,
  type SealingSettings,
} from './sealing-identity.ts'

export type { Authority } from './authority.ts'

/** How long a published CRL is used again. */
const PUBLISHED_MS = 60 * 60_000

export const authorityFeature = defineFeature({
  name: 'authority',
  needs: {
    ...from(configuration, 'SIGNING_AUTHORITY', 'TIME_STAMP_URLS', 'PUBLIC_ORIGIN'),
    ...from(configuration, 'SEALING_CERTIFICATE', 'SEALING_PASSPHRASE', 'SEALING_PASSPHRASE_FILE'),
    ...from(runtime, 'now'),
  },
  create: ({ SIGNING_AUTHORITY, TIME_STAMP_URLS, PUBLIC_ORIGIN, now, ...settings }) => {
    const read = () => readAuthoritySetting(SIGNING_AUTHORITY, PUBLIC_ORIGIN, now())
    const installation = read()
    const ownSeal = sealingSettings(settings)
    const sealing = ownSeal && openSealingIdentity(ownSeal, now)
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
      jobs: sealing ? [job, sealingJob(sealing)] : [job],
    }
  },
})

type SealingVariables = Pick<
  Config,
  'SEALING_CERTIFICATE' | 'SEALING_PASSPHRASE' | 'SEALING_PASSPHRASE_FILE'
>

function sealingSettings(settings: SealingVariables): SealingSettings | undefined {
  const { SEALING_CERTIFICATE, SEALING_PASSPHRASE, SEALING_PASSPHRASE_FILE } = settings
  if (SEALING_CERTIFICATE === undefined) return undefined
  return {
    certificateFile: SEALING_CERTIFICATE,
    passphrase:
      SEALING_PASSPHRASE_FILE === undefined
        ? { text: SEALING_PASSPHRASE ?? '' }
        : { file: SEALING_PASSPHRASE_FILE },
  }
}

/** While the certificate cannot be used, only finishing waits, so that the service stays ready. */
function sealingJob({ load }: SealingIdentity): Dependency {
  return {
    name: 'sealing-certificate',
    isOptional: true,
    prepare: load,
    check: load,
    close: async () => undefined,
  }
}
