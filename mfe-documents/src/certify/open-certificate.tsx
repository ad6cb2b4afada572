import { showCertificate } from '@inkproof/protocol/calls/certificates'
import { toast } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'

type Props = { id: string; shareLink: string | null }

/** Opens a certificate. If it was created in a batch, its link is fetched first. */
export function OpenCertificate({ id, shareLink }: Props) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function open() {
    setBusy(true)
    try {
      const link = shareLink ?? (await call(showCertificate, { params: { id } })).shareLink
      navigate(`/share/${link}`)
    } catch (error) {
      toast({
        title: t('The certificate could not be opened'),
        description: errorMessage(error),
        variant: 'error',
      })
      setBusy(false)
    }
  }

  return (
    <Button size="sm" busy={isBusy} onClick={() => void open()}>
      <span className="sm:hidden">{t('Open')}</span>
      <span className="max-sm:hidden">{t('Open the certificate')}</span>
    </Button>
  )
}
