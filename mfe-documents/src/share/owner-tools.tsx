import { fromHex } from '@inkproof/proof/bytes'
import { KINDS, makeOpening } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { urlOf } from '@inkproof/protocol/call-url'
import { listCertificates, revokeCertificate } from '@inkproof/protocol/calls/certificates'
import { showShared } from '@inkproof/protocol/calls/shares'
import type { Certificate, OpeningJson, SharedCertificate } from '@inkproof/protocol/certificates'
import { toast, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useMemo, useState } from 'react'
import { errorMessage } from '../certificates/error-message.ts'
import { useIsViewer } from '../session/use-is-viewer.ts'
import { useWorkspace } from '../session/use-workspace.ts'
import { RevocationReceipt } from './revocation-receipt.tsx'

type Props = { certificate: SharedCertificate }

/** Settings and revocation of the certificate, and the receipt for the revocation. Shown only to members of its workspace; viewers cannot revoke. */
export function OwnerTools({ certificate }: Props) {
  const own = useOwnCertificate(certificate.shareLink)
  const workspace = useWorkspace()
  const isViewer = useIsViewer()
  if (own === null) return null
  return (
    <Card className="space-y-4">
      <div className="space-y-1 text-ink-muted text-sm">
        <p className="break-words font-medium text-base text-ink">
          {workspace && !workspace.isPersonal
            ? t('Belongs to {name}', { name: workspace.name })
            : t('Your certificate')}
        </p>
        <p>
          {issuerSentence(own)}{' '}
          {own.findable
            ? t('Anyone with the file can find this certificate.')
            : t('This certificate can’t be found with the file alone.')}
        </p>
      </div>
      {certificate.revokedBy === null && (
        <Revoke id={own.id} certificate={certificate} isViewer={isViewer} />
      )}
      {certificate.revokedBy !== null && (
        <RevocationReceipt id={own.id} fileName={certificate.fileName} />
      )}
      {certificate.revokedBy === null && isViewer && (
        <p className="text-ink-faint text-sm">
          {t(
            'You are a viewer in this workspace, so you cannot revoke certificates. Ask an owner to make you a member.',
          )}
        </p>
      )}
    </Card>
  )
}

function issuerSentence({ showIssuer, issuer }: Certificate): string {
  if (!showIssuer) return t('The issuer is hidden on this certificate.')
  return issuer === null
    ? t('No issuer is named on this certificate.')
    : t('The issuer is shown on this certificate.')
}

/** Returns the certificate with its owner-only fields; null for other users. */
function useOwnCertificate(shareLink: string) {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const own = usePersonalQuery(queryOf(listCertificates, { query: { shareLink } }), {
    workspaceId,
  })
  return own.data?.certificates[0] ?? null
}

type Revoking = { step: 'closed' | 'confirming' | 'busy' } | { step: 'failed'; reason: string }

function Revoke({ id, certificate, isViewer }: Props & { id: string; isViewer: boolean }) {
  const [revoking, setRevoking] = useState<Revoking>({ step: 'closed' })
  const [reason, setReason] = useState('')
  // Every attempt with the same reason sends the same entry.
  const opening = useMemo(() => makeRevocation(certificate, reason), [certificate, reason])

  async function revoke() {
    setRevoking({ step: 'busy' })
    try {
      await call(revokeCertificate, { params: { id }, body: { opening } })
      const { shareLink } = certificate
      await refetch(urlOf(showShared, { params: { shareLink } }), urlOf(listCertificates))
      setRevoking({ step: 'closed' })
      toast({
        title: t('Revoked'),
        description: t('The revocation was added to the public record.'),
      })
    } catch (error) {
      setRevoking({ step: 'failed', reason: errorMessage(error) })
    }
  }

  return (
    <AlertDialog
      open={revoking.step !== 'closed'}
      onOpenChange={(isOpen) => setRevoking({ step: isOpen ? 'confirming' : 'closed' })}
      trigger={
        <Button size="sm" wide disabled={isViewer}>
          {t('Revoke certificate')}
        </Button>
      }
      title={t('Revoke this certificate?')}
      description={t(
        'A revocation will be added to the public record. This can’t be undone. The original entry stays because nothing can be removed from the record.',
      )}
      confirmLabel={t('Revoke certificate')}
      busy={revoking.step === 'busy'}
      onConfirm={(event) => {
        event.preventDefault()
        void revoke()
      }}
    >
      <Field label={t('Reason')} hint={t('Shown to everyone who verifies the file.')} optional>
        <Input
          value={reason}
          maxLength={MAX_REASON}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      {revoking.step === 'failed' && (
        <Alert tone="danger" className="mt-3">
          {revoking.reason}
        </Alert>
      )}
    </AlertDialog>
  )
}

/** Long enough for a sentence, and short enough for the line below the answer. */
const MAX_REASON = 120

function makeRevocation(
  { index, fingerprint }: SharedCertificate,
  typedReason: string,
): OpeningJson {
  const reason = typedReason.trim().replace(/\s+/g, ' ')
  const opening = makeOpening({
    kind: KINDS.revoked,
    previous: BigInt(index),
    fingerprint: fromHex(fingerprint),
    claims: reason === '' ? [] : [{ name: 'reason', value: reason }],
  })
  return openingToJson(opening) as OpeningJson
}
