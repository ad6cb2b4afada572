import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { CopyButton } from '@inkproof/ui/copy-button'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import type { CertificateBlock } from '../certificates/use-first-anchor.ts'
import {
  getVerifierFingerprint,
  HASHES_PATH,
  POLICY_NAME,
  POLICY_PATH,
  VERIFIER_NAME,
  VERIFIER_PATH,
} from './verifier.api.ts'

type Props = {
  block: Pick<CertificateBlock, 'blockNumber' | 'blockHash'> | null
  /** Whether the chain is this installation's own, so that no other node knows the block. */
  isTest: boolean
}

/** Offers the verifier, a single HTML file that works offline, and the input it needs. */
export function StandaloneVerifier({ block, isTest }: Props) {
  return (
    <div className="min-w-0 space-y-4">
      <h3 className="font-medium text-ink">{t('With an offline verification page')}</h3>
      <p className="text-ink-muted">
        {t(
          'Save the verifier page and the policy file, and keep them with the document and its proof file. They work even if this installation goes offline.',
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <SaveLink href={VERIFIER_PATH} name={VERIFIER_NAME} label={t('Save the verifier page')} />
        <SaveLink href={POLICY_PATH} name={POLICY_NAME} label={t('Save the policy file')} />
      </div>
      <PublishedFingerprint />
      <BlockHash block={block} isTest={isTest} />
      <ol className="list-decimal space-y-1.5 pl-5 text-ink-muted">
        <li>{t('Open the saved page from your disk.')}</li>
        <li>{t('Add the document, its proof file and the policy file to the page.')}</li>
        <li>{t('Select “I trust …” if you trust the operator of this record.')}</li>
        <li>{t('Paste the block’s hash into “Block hash”.')}</li>
      </ol>
    </div>
  )
}

function SaveLink({ href, name, label }: { href: string; name: string; label: string }) {
  return (
    <Button asChild>
      <a href={href} download={name}>
        <Save aria-hidden="true" /> {label}
      </a>
    </Button>
  )
}

function PublishedFingerprint() {
  const published = useQuery({ queryKey: [HASHES_PATH], queryFn: getVerifierFingerprint })
  if (published.data == null) return null
  return (
    <div className="space-y-1.5">
      <p className="text-ink-faint text-sm">{t('The verifier page’s published SHA-256')}</p>
      <Fingerprint value={published.data} size="sm" copyLabel={t('Copy the verifier’s SHA-256')} />
    </div>
  )
}

/** Shown with 0x, ready to be pasted into the verifier. */
function BlockHash({ block, isTest }: Props) {
  if (block === null) {
    return (
      <p className="text-ink-muted text-sm">
        {t('The block hash appears here once the block is final.')}
      </p>
    )
  }
  return (
    <div className="space-y-1.5">
      <p className="text-ink-faint text-sm">
        {isTest
          ? t('Hash of block {blockNumber} of the test chain, which only this installation has', {
              blockNumber: formatCount(block.blockNumber),
            })
          : t('Hash of block {blockNumber}, which any node of the chain can confirm', {
              blockNumber: formatCount(block.blockNumber),
            })}
      </p>
      <div className="flex items-start gap-2 rounded-lg border border-line bg-sunken py-2 pr-1.5 pl-3.5">
        <code className="min-w-0 flex-1 py-1 font-mono text-ink text-xs leading-relaxed [overflow-wrap:anywhere]">
          {block.blockHash}
        </code>
        <CopyButton value={block.blockHash} label={t('Copy the block’s hash')} />
      </div>
    </div>
  )
}
