import { sanitizeForDisplay, sanitizeQuotation } from '@inkproof/proof/display-text'
import { isTimeConfirmed } from '@inkproof/proof/verdict'
import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { CheckList } from '@inkproof/ui/check-list'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { KeyValue, type KeyValueItem } from '@inkproof/ui/key-value'
import { TextLink } from '@inkproof/ui/link'
import { Link } from 'react-router-dom'
import { Timestamp } from '../certificates/timestamp.tsx'
import { CommandLine } from '../standalone/command-line.tsx'
import { StandaloneVerifier } from '../standalone/standalone-verifier.tsx'
import { openAdvanced } from './advanced.store.ts'
import { checkItems } from './check-items.ts'
import type { CheckedResult } from './verify-row.ts'

type Props = {
  outcome: Pick<CheckedResult, 'verification' | 'isOwnRecord'>
  /** Fingerprint of the reader's file; null without one. */
  fingerprint: string | null
  fileName: string
  /** Share links of the certificate pages to offer. */
  links: string[]
}

/** Everything behind the answer: what the proof states, each check, and how to check without this site. */
export function AnswerDetails({ outcome, fingerprint, fileName, links }: Props) {
  const { facts, steps } = outcome.verification
  const summary = (text: string) => <span className="font-medium text-sm">{text}</span>
  return (
    <Disclosure summary={summary(t('Certificate details'))}>
      <div className="space-y-6 pt-2">
        {facts !== null && (
          <Facts facts={facts} fingerprint={fingerprint} isTimeKnown={isTimeConfirmed(steps)} />
        )}
        {links.length > 0 && (
          <p className="flex flex-wrap gap-x-4 text-sm">
            {links.map((link) => (
              <TextLink asChild key={link}>
                <Link to={`/share/${link}`}>{t('View certificate')}</Link>
              </TextLink>
            ))}
          </p>
        )}
        <section aria-label={t('All checks')}>
          <CheckList checks={checkItems(steps)} />
        </section>
        <Disclosure summary={summary(t('Check without trusting this site'))}>
          <WithoutThisSite
            fileName={fileName}
            facts={facts}
            isTest={outcome.isOwnRecord && outcome.verification.isTestInstallation}
          />
        </Disclosure>
      </div>
    </Disclosure>
  )
}

type FactsOfProof = NonNullable<CheckedResult['verification']['facts']>

type FactsProps = { facts: FactsOfProof; fingerprint: string | null; isTimeKnown: boolean }

function Facts({ facts, fingerprint, isTimeKnown }: FactsProps) {
  const isOther = fingerprint !== null && fingerprint !== facts.fingerprint
  return (
    <div className="space-y-4">
      <div className="space-y-1.5">
        <p className="text-ink-faint text-sm">{t('Fingerprint of the certified file')}</p>
        <Fingerprint value={facts.fingerprint} size="sm" />
      </div>
      {isOther && (
        <div className="space-y-1.5">
          <p className="text-ink-faint text-sm">{t('Fingerprint of this file')}</p>
          <Fingerprint value={fingerprint} compareWith={facts.fingerprint} size="sm" />
        </div>
      )}
      <KeyValue items={factItems(facts, isTimeKnown)} />
    </div>
  )
}

function factItems(facts: FactsOfProof, isTimeKnown: boolean): KeyValueItem[] {
  const claim = (name: string) => facts.claims.find((item) => item.name === name)?.value
  const issuer = claim('issuer')
  const all: (KeyValueItem | null)[] = [
    optionalItem(t('Title'), claim('title')),
    optionalItem(t('Note'), claim('note')),
    {
      label: t('Certified by'),
      value:
        issuer === undefined
          ? t('Not named')
          : t('Self-declared: “{issuer}”', { issuer: sanitizeQuotation(issuer) }),
    },
    {
      label: t('Recorded by'),
      value: <span className="break-all">{sanitizeForDisplay(facts.origin)}</span>,
    },
    { label: t('Record key'), value: <Key value={facts.logKey} />, mono: true },
    {
      label: t('Entry'),
      value: t('{index} of {size}', {
        index: formatCount(facts.index),
        size: formatCount(facts.size),
      }),
    },
    facts.blockTime === undefined
      ? null
      : {
          label: isTimeKnown ? t('On the blockchain since') : t('Time in the proof, not confirmed'),
          value: <Timestamp time={facts.blockTime} />,
        },
    facts.blockNumber === undefined
      ? null
      : {
          label: t('Block'),
          value: t('{blockNumber} of chain {chainId}', {
            blockNumber: formatCount(facts.blockNumber),
            chainId: String(facts.chainId),
          }),
        },
  ]
  return all.filter((item) => item !== null)
}

function Key({ value }: { value: string }) {
  return (
    <span className="flex items-start gap-2">
      <span className="min-w-0 flex-1 break-all">{value}</span>
      <CopyButton value={value} label={t('Copy record key')} />
    </span>
  )
}

function optionalItem(label: string, value: string | undefined): KeyValueItem | null {
  return value
    ? { label, value: <span className="break-words">{sanitizeForDisplay(value)}</span> }
    : null
}

type OutsideProps = { fileName: string; facts: FactsOfProof | null; isTest: boolean }

function WithoutThisSite({ fileName, facts, isTest }: OutsideProps) {
  const block =
    facts?.blockNumber === undefined || facts.blockHash === undefined
      ? null
      : { blockNumber: Number(facts.blockNumber), blockHash: facts.blockHash }
  return (
    <div className="space-y-8 pt-2">
      <p className="max-w-lg text-ink-muted">
        {t(
          'This page trusts its own record and, by default, its own blockchain node. With a saved verifier or the command line, you decide what to trust.',
        )}
      </p>
      <div className="grid gap-8 md:grid-cols-2">
        <StandaloneVerifier block={block} isTest={isTest} />
        <CommandLine fileName={fileName} blockHash={block?.blockHash ?? null} isTest={isTest} />
      </div>
      <Button size="sm" onClick={openAdvanced}>
        {t('Choose other records or a node of your own')}
      </Button>
    </div>
  )
}
