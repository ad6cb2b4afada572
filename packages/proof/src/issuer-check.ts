/** Checks who issued a certificate: by the wallet's signature, and by the list of the domain that the user expects. */
import type { AnchoredBlock } from './chain.ts'
import { type Finding, failed, notChecked, passed, passedIf } from './finding.ts'
import { claimValue } from './leaf.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedIssuer } from './policy.ts'
import { makeSentence } from './sentence.ts'
import { verifyWallet } from './wallet.ts'

/** Verifies the wallet signature, if the proof discloses one. */
export function checkIssuer({ file, key }: ParsedProof): Finding {
  const issuerName = claimValue(file.opening, 'issuer')
  const values: Record<string, string> =
    issuerName === undefined ? {} : { 'calls itself': issuerName }
  const wallet = verifyWallet(file.opening, key.name)
  if (wallet) return passed({ wallet, ...values })
  return notChecked('NO_WALLET', makeSentence('The certificate shows no wallet signature.'), values)
}

/** The domain that the user expects as the issuer, and the wallets that it lists in its policy. */
export type ExpectedIssuer = { domain: string; issuers: readonly TrustedIssuer[] }

/**
 * Checks that the certificate was issued by the domain that the user expects: the certificate names it, and the domain
 * lists the wallet that signed the certificate for the time of the block.
 */
export function checkDomain(
  { file, key }: ParsedProof,
  block: AnchoredBlock | undefined,
  expected: ExpectedIssuer | undefined,
): Finding {
  const domain = claimValue(file.opening, 'domain')
  const values = domain === undefined ? {} : { domain }
  if (!expected) {
    return domain === undefined
      ? notChecked('NO_DOMAIN', makeSentence('The certificate names no domain.'))
      : notChecked('DOMAIN_NOT_CHECKED', makeSentence('The domain was not asked.'), values)
  }
  if (domain?.toLowerCase() !== expected.domain.toLowerCase()) {
    const sentence = makeSentence('The certificate was not issued by {domain}.', {
      domain: expected.domain,
    })
    return failed('DOMAIN_DIFFERS', sentence, values)
  }
  const wallet = verifyWallet(file.opening, key.name)
  const isListed = expected.issuers.some(
    (issuer) => wallet === issuer.wallet && covers(issuer, block),
  )
  const sentence = makeSentence('The domain {domain} does not list the issuer for this time.', {
    domain,
  })
  return passedIf(isListed, 'ISSUER_NOT_LISTED', sentence, { ...values, wallet: wallet ?? '' })
}

function covers({ from, until }: TrustedIssuer, block: AnchoredBlock | undefined): boolean {
  if (!block) return false
  const time = Number(block.time) * 1000
  return time >= from.getTime() && (until === null || time <= until.getTime())
}
