import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Link } from 'react-router-dom'

type Props = { certificate: SharedCertificate }

/** Links to the certificate that replaces this one. */
export function NewerCertificate({ certificate }: Props) {
  const newer = certificate.revocation?.newShareLink
  if (!newer) return null
  return (
    <Button asChild variant="primary">
      <Link to={`/share/${newer}`}>{t('Open the newer certificate')}</Link>
    </Button>
  )
}
