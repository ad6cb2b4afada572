import type { SharedCertificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { t } from '@inkproof/texts/text'
import { Section } from '@inkproof/ui/page'
import { Check, X } from 'lucide-react'
import { progressOf } from '../certificates/progress.ts'
import { useFirstAnchor } from '../certificates/use-first-anchor.ts'
import { CommandLine } from '../standalone/command-line.tsx'
import { StandaloneVerifier } from '../standalone/standalone-verifier.tsx'

const PROVED = [
  t('A file with exactly this fingerprint existed by the time of the block.'),
  t('If the fingerprint still matches, not a single byte has changed since.'),
  t('The entry is in a record that can only grow; the contract rejects any rewritten record.'),
]

const NOT_PROVED = [
  t('That the contents of the file are true.'),
  t('Who created it: without a verified domain, the name is self-declared.'),
  t('That anyone signed it: a certificate is not a qualified electronic signature.'),
]

type Props = { certificate: SharedCertificate; heads: Heads | null }

/** What the certificate proves, and how anyone can verify it independently. */
export function ProofExplanation({ certificate, heads }: Props) {
  const { index, fileName } = certificate
  const isFinal = heads !== null && progressOf(index, heads).step === 'final'
  const block = useFirstAnchor(index, isFinal)
  const isTest = heads?.chain.embedded ?? false
  return (
    <>
      <Section title={t('What this proves')} ruled>
        <div className="grid gap-8 md:grid-cols-2">
          <Statements title={t('Proved')} statements={PROVED} isProved />
          <Statements title={t('Not proved')} statements={NOT_PROVED} />
        </div>
      </Section>
      <Section
        title={t('Check it without us')}
        description={t(
          'You can verify on any computer, even if this installation is offline. You need the document, its proof file, this record’s policy file and the block hash.',
        )}
        ruled
      >
        <div className="grid gap-8 md:grid-cols-2">
          <StandaloneVerifier block={block} isTest={isTest} />
          <CommandLine fileName={fileName} blockHash={block?.blockHash ?? null} isTest={isTest} />
        </div>
      </Section>
    </>
  )
}

type StatementsProps = { title: string; statements: string[]; isProved?: boolean }

function Statements({ title, statements, isProved = false }: StatementsProps) {
  const Icon = isProved ? Check : X
  return (
    <div>
      <h3 className="mb-3 font-medium text-ink">{title}</h3>
      <ul className="space-y-3">
        {statements.map((statement) => (
          <li key={statement} className="flex gap-3 text-ink-muted">
            <Icon
              aria-hidden="true"
              className={`mt-1 size-4 shrink-0 ${isProved ? 'text-success' : 'text-ink-faint'}`}
            />
            {statement}
          </li>
        ))}
      </ul>
    </div>
  )
}
